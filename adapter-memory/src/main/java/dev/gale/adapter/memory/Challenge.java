package dev.gale.adapter.memory;

import dev.gale.spi.transport.PeerIdentity;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves that two ends hold one secret, as over a network: each answers the other's challenge, and the secret stays
 * where it is.
 */
final class Challenge {
    private static final String ALGORITHM = "HmacSHA256";

    private Challenge() {}

    /** True when both ends can answer each other. */
    static boolean mutual(MemoryEndpoint dialler, MemoryEndpoint acceptor, RandomGenerator random) {
        return answers(dialler, acceptor, random.nextLong()) && answers(acceptor, dialler, random.nextLong());
    }

    private static boolean answers(MemoryEndpoint prover, MemoryEndpoint verifier, long challenge) {
        byte[] answer = answer(prover.secret(), challenge, prover.self(), verifier.self());
        byte[] expected = answer(verifier.secret(), challenge, prover.self(), verifier.self());
        return MessageDigest.isEqual(answer, expected);
    }

    private static byte[] answer(byte[] secret, long challenge, PeerIdentity prover, PeerIdentity verifier) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            mac.update(ByteBuffer.allocate(Long.BYTES).putLong(challenge).flip());
            update(mac, prover);
            update(mac, verifier);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static void update(Mac mac, PeerIdentity identity) {
        update(mac, identity.group());
        update(mac, identity.endpoint());
        update(mac, String.valueOf(identity.generation()));
        update(mac, identity.incarnation());
    }

    private static void update(Mac mac, String text) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(content.length).flip());
        mac.update(content);
    }
}
