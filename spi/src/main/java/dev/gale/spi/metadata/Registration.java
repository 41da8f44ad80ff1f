package dev.gale.spi.metadata;

/** Something that calls back until it is closed. */
public interface Registration extends AutoCloseable {
    /**
     * Ends it; idempotent. No callback runs or begins after it has returned, unless it was called from that callback.
     */
    @Override
    void close();
}
