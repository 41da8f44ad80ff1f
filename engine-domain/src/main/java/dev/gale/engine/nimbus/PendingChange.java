package dev.gale.engine.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.task.TaskLayout;

/**
 * A kill or a rebalance that waits until nothing is pending, or its time is over. The time left is written down again and again, so
 * that whoever leads next goes on from there.
 *
 * @param leftMillis of the wait, as it was written last
 * @param resume the status after a rebalance
 * @param workers wanted after a rebalance
 * @param layout after a rebalance
 */
public record PendingChange(long leftMillis, TopologyStatus resume, int workers, TaskLayout layout) {
    public PendingChange {
        if (leftMillis < 0 || workers < 1) {
            throw new IllegalArgumentException("a wait of " + leftMillis + " ms for " + workers + " workers");
        }
        if (resume != TopologyStatus.ACTIVE && resume != TopologyStatus.INACTIVE) {
            throw new IllegalArgumentException("a topology does not become " + resume + " after a rebalance");
        }
    }

    PendingChange withLeftMillis(long left) {
        return new PendingChange(left, resume, workers, layout);
    }

    PendingChange withResume(TopologyStatus next) {
        return new PendingChange(leftMillis, next, workers, layout);
    }
}
