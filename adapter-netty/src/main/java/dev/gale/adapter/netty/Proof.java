package dev.gale.adapter.netty;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What shows that somebody has the secret without saying it: a code over both introductions, hence over both nonces and
 * both identities, and over the role. So none fits another connection, another pair, or the other direction.
 */
final class Proof {
    static final int BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    /** Who proves. */
    enum Role {
        DIALLER,
        ACCEPTOR
    }

    private Proof() {}

    static byte[] of(byte[] secret, Role role, byte[] hello, byte[] challenge) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            update(mac, ("gale-transport " + role).getBytes(StandardCharsets.US_ASCII));
            update(mac, hello);
            update(mac, challenge);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** In a time that does not depend on where they differ. */
    static boolean isSame(byte[] proof, byte[] other) {
        return MessageDigest.isEqual(proof, other);
    }

    private static void update(Mac mac, byte[] part) {
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        mac.update(part);
    }
}
