package dev.gale.api;

/**
 * Where a topology is in its life. ACTIVE and INACTIVE change into each other; both go to REBALANCING and back, to KILLED, and
 * ACTIVE goes to FINISHED when every spout task has finished and nothing is pending. KILLED and FINISHED are ends.
 */
public enum TopologyStatus {
    /** Components are being opened and prepared; nothing flows yet. */
    STARTING,
    ACTIVE,
    INACTIVE,
    REBALANCING,
    FINISHED,
    KILLED
}
