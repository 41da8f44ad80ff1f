package dev.gale.engine.topology;

/** Who tracks tuple trees. */
public enum AckerPlacement {
    /** Nobody: a tuple counts as acked when it is emitted. */
    NONE,
    /** The executor of the spout that emitted the root. */
    SPOUT,
    /** Executors of a component of their own. */
    DEDICATED
}
