package dev.gale.spi.metadata;

/** One candidate's part in an election. See rule 11 of {@link MetadataStore}. */
public interface LeaderElection extends AutoCloseable {
    /**
     * Stands no longer, and resigns if it leads; idempotent. No callback runs or begins after it has returned, unless
     * it was called from that callback; {@link Candidate#deposed} is not called for it.
     */
    @Override
    void close();
}
