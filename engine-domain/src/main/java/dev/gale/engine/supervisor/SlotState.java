package dev.gale.engine.supervisor;

/**
 * Where a slot is. EMPTY to AWAITING_CODE when it gets something to run, to STARTING when the code is there, to RUNNING at the
 * worker's first heartbeat. STARTING and RUNNING to STOPPING when the slot is to run something else or nothing, to KILLING when the
 * worker is silent too long; STOPPING to KILLING when its grace is over. When the process has ended: to EMPTY or AWAITING_CODE if that
 * was wanted, to BACKING_OFF if it was not, and from there to AWAITING_CODE. From AWAITING_CODE and BACKING_OFF back to EMPTY when
 * there is nothing to run any more.
 */
public enum SlotState {
    EMPTY,
    AWAITING_CODE,
    STARTING,
    RUNNING,
    STOPPING,
    KILLING,
    BACKING_OFF
}
