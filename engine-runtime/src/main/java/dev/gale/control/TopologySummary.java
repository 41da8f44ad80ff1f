package dev.gale.control;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A topology in one line.
 *
 * @param id never used again
 * @param waitLeftMillis of a kill or rebalance; empty if there is none under way
 * @param wantedWorkers how many it asks for
 * @param workers how many slots it has
 * @param prepared whether every worker runs what it was given
 * @param launchTime of the submit, by the clock of who took it
 * @param uptimeMillis since then
 * @param shortage what it lacks, for people: why it has fewer workers than it wants, or that the leader does not have its code; empty if
 *     it has all
 * @param stuckTasks tasks whose input has waited too long without a step
 */
public record TopologySummary(
        String name,
        String id,
        TopologyState status,
        OptionalLong waitLeftMillis,
        int wantedWorkers,
        int workers,
        int executors,
        int tasks,
        boolean prepared,
        Instant launchTime,
        long uptimeMillis,
        Optional<String> shortage,
        int stuckTasks) {}
