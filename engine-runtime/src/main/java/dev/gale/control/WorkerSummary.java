package dev.gale.control;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A worker of a topology, as assigned.
 *
 * @param generation the version of the assignment that last gave the slot another owner
 * @param assignedAt when that was
 * @param uptimeMillis of its process; empty before its first beat
 * @param silentMillis since its last beat arrived; empty before the first
 * @param prepared whether it runs what it was given
 * @param pendingTuples of its spouts: neither acked nor failed
 */
public record WorkerSummary(
        WorkerAddress address,
        long generation,
        Instant assignedAt,
        OptionalLong uptimeMillis,
        OptionalLong silentMillis,
        boolean prepared,
        int executors,
        int tasks,
        long pendingTuples) {}
