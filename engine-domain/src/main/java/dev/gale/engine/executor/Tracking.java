package dev.gale.engine.executor;

/** Who keeps the trees. */
public enum Tracking {
    /** Nobody: tuples are acked at the emit. */
    NONE,
    /** The spout's own executor. */
    BY_SPOUTS,
    /** Dedicated ackers. */
    BY_ACKERS
}
