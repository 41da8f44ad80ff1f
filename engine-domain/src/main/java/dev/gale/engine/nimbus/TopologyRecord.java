package dev.gale.engine.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.task.TaskLayout;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A topology that was accepted, as all of the cluster knows it.
 *
 * @param status ACTIVE, INACTIVE, REBALANCING, FINISHED or KILLED
 * @param workers wanted
 * @param launchTime for people, and the order in which topologies are served
 * @param codeDigest of the files that its workers run
 * @param submitKey by which a repeated submit is recognized; empty if it had none
 * @param messageTimeoutMillis that its tuples have, and a kill or rebalance waits if nothing else is asked
 * @param pending what is to happen after a wait; there exactly while the status is REBALANCING or KILLED
 */
public record TopologyRecord(
        String id,
        String name,
        TopologyStatus status,
        int workers,
        TaskLayout layout,
        Instant launchTime,
        String codeDigest,
        String submitKey,
        long messageTimeoutMillis,
        Optional<PendingChange> pending) {
    private static final Set<TopologyStatus> WAITING = EnumSet.of(TopologyStatus.REBALANCING, TopologyStatus.KILLED);

    public TopologyRecord {
        if (workers < 1) {
            throw new IllegalArgumentException("Topology " + id + " wants " + workers + " workers");
        }
        if (status == TopologyStatus.STARTING || WAITING.contains(status) != pending.isPresent()) {
            throw new IllegalArgumentException(
                    "Topology " + id + " cannot be " + status + " with " + pending + " to come");
        }
    }

    /** Whether its spouts are to be asked for tuples. */
    public boolean isActive() {
        return status == TopologyStatus.ACTIVE;
    }

    TopologyRecord withStatus(TopologyStatus next) {
        return with(next, workers, layout, Optional.empty());
    }

    TopologyRecord waiting(TopologyStatus next, PendingChange change) {
        return with(next, workers, layout, Optional.of(change));
    }

    /** What a rebalance that has waited makes of it. */
    TopologyRecord rebalanced(PendingChange change) {
        return with(change.resume(), change.workers(), change.layout(), Optional.empty());
    }

    private TopologyRecord with(
            TopologyStatus next, int nextWorkers, TaskLayout nextLayout, Optional<PendingChange> nextPending) {
        return new TopologyRecord(
                id,
                name,
                next,
                nextWorkers,
                nextLayout,
                launchTime,
                codeDigest,
                submitKey,
                messageTimeoutMillis,
                nextPending);
    }
}
