package dev.gale.spi.metadata;

/**
 * Which state of a key, as an adapter names it. Only equality means something: versions have no order, and those of two
 * stores have nothing to do with each other.
 */
public record Version(String token) {
    public Version {
        if (token.isEmpty()) {
            throw new IllegalArgumentException("a version has a token");
        }
    }
}
