package dev.gale.engine.ack;

/** What a batch of ack messages says about its roots. */
public enum AckKind {
    /** To a tree's holder: XOR this value; a tuple was acked. */
    ACK,
    /** To a tree's holder: a tuple was failed. */
    FAIL,
    /** To a tree's holder: start its timeout anew. */
    RESET,
    /** Spout to dedicated acker: a tree begins, with the XOR of its first edges. */
    INIT,
    /** Dedicated acker to spout: the tree is complete. */
    COMPLETED,
    /** Dedicated acker to spout: a tuple of the tree was failed. */
    FAILED,
    /** Dedicated acker to spout: there was no progress for the timeout. */
    EXPIRED,
    /** Dedicated acker to spout: the tree is old but went on lately, so it must not expire yet. */
    PROGRESSED;

    /** Whether a spout's executor takes it. */
    public boolean isForSpout() {
        return this != INIT;
    }

    /** Whether a dedicated acker takes it. */
    public boolean isForAcker() {
        return this == INIT || this == ACK || this == FAIL || this == RESET;
    }
}
