package dev.gale.runtime.code;

import dev.gale.spi.plugin.Bytes;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * By what the workers of one topology know each other. Nimbus makes it at submit; whoever has a topology's configuration file has it.
 *
 * @param bytes as many as the hash that it keys has
 */
public record TransportSecret(Bytes bytes) {
    private static final int LENGTH = 32;

    public TransportSecret {
        if (bytes.length() != LENGTH) {
            throw new IllegalArgumentException("A secret has " + LENGTH + " bytes, and not " + bytes.length());
        }
    }

    public static TransportSecret random(SecureRandom random) {
        byte[] bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        return new TransportSecret(Bytes.of(bytes));
    }

    String text() {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    /** @throws IllegalArgumentException if it is none, not showing it */
    static TransportSecret of(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the secret is not in base64");
        }
        return new TransportSecret(Bytes.of(bytes));
    }

    @Override
    public String toString() {
        return "***";
    }
}
