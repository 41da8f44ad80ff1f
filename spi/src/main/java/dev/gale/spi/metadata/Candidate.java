package dev.gale.spi.metadata;

/** Who stands for an election. Calls never overlap and alternate: elected, deposed, elected. Must not block. */
public interface Candidate {
    /** Leads from now on, unless a newer leader already is there: only the fence can tell. */
    void elected(Leadership leadership);

    /** Leads no longer, and stands again by itself. */
    void deposed(String reason);
}
