package dev.gale.spi.metadata;

/**
 * Told of the states of all keys under a prefix, never two calls at once. Must not block. See rule 8 of {@link
 * MetadataStore}.
 */
public interface Watcher {
    /** The key exists and this is its state. */
    void put(Versioned state);

    /** The key does not exist any more. It may have come and gone without having been reported. */
    void deleted(Key key);

    /** Everything was reported as it was when the watch began, or when it found its way back after a gap. */
    void synced();
}
