package dev.gale.control;

/** Where a topology is in its life. */
public enum TopologyState {
    ACTIVE,
    /** Its spouts are not asked for tuples. */
    INACTIVE,
    /** Is laid out anew as soon as nothing is pending or the wait is over. */
    REBALANCING,
    /** Every spout has finished and nothing is pending. */
    FINISHED,
    /** Goes as soon as nothing is pending or the wait is over. */
    KILLED
}
