package dev.gale.engine.supervisor;

import java.util.Optional;

/**
 * How a slot is, for people.
 *
 * @param assignment what runs, or is to run
 * @param failures of workers in a row
 * @param trouble what went wrong last; empty if nothing did lately
 */
public record SlotReport(
        SlotState state,
        Optional<SlotAssignment> assignment,
        Optional<WorkerProcess> process,
        int failures,
        String trouble) {}
