package dev.gale.control;

import java.util.Optional;

/**
 * A port of a supervisor that one worker can run on.
 *
 * @param used whether a worker runs there
 * @param topology the name of the one that the slot is assigned to; empty if none is
 */
public record SlotSummary(int port, boolean used, Optional<String> topology) {}
