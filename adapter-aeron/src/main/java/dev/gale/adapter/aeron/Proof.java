package dev.gale.adapter.aeron;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Codes that show that somebody has the secret without saying it, each for one purpose. */
final class Proof {
    static final int BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private Proof() {}

    /** That who introduces himself is of the group; it may have been said before, by somebody else. */
    static byte[] ofIntroduction(byte[] secret, byte[] introduction) {
        return code(secret, "gale-aeron hello", introduction);
    }

    /**
     * That who said {@code own} has heard {@code other}: over both, hence over both nonces and both identities. None fits
     * another connection, another pair, or the other direction.
     */
    static byte[] ofHearing(byte[] secret, byte[] own, byte[] other) {
        return code(secret, "gale-aeron proof", own, other);
    }

    /** In a time that does not depend on where they differ. */
    static boolean isSame(byte[] proof, byte[] other) {
        return MessageDigest.isEqual(proof, other);
    }

    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static byte[] code(byte[] secret, String purpose, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            update(mac, purpose.getBytes(StandardCharsets.US_ASCII));
            for (byte[] part : parts) {
                update(mac, part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static void update(Mac mac, byte[] part) {
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        mac.update(part);
    }
}
