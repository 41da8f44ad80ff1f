package dev.gale.control;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A task, and when it last got on.
 *
 * @param worker that runs it; empty if it has no place
 * @param steps it has completed since its worker started
 * @param sinceProgressMillis since a completed step was last seen; empty if none was yet. A task without input makes no steps
 * @param stuckMillis for which input has waited without a step, if that is too long; 0: it is not stuck
 */
public record TaskSummary(
        int task,
        String component,
        Optional<WorkerAddress> worker,
        long steps,
        OptionalLong sinceProgressMillis,
        long stuckMillis) {}
