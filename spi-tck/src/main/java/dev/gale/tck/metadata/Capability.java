package dev.gale.tck.metadata;

/**
 * What the test bench of a backend may be unable to bring about; the tests that need it are then reported as aborted.
 */
public enum Capability {
    /** To keep one client from reaching the store for a while. */
    SUSPEND,
    /** To end one client's session from outside. */
    END_SESSION,
    /** To let a commit happen and lose its answer. */
    LOSE_ANSWER
}
