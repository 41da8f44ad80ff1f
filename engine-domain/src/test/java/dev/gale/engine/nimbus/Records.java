package dev.gale.engine.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Topologies to decide about. */
final class Records {
    private Records() {}

    static TopologyRecord topology(String id, int workers) {
        TaskLayout layout = TaskLayout.of(List.of(
                new ComponentTasks("bolt", new TaskId(1), 8, 4), new ComponentTasks("spout", new TaskId(9), 2, 2)));
        return new TopologyRecord(
                id,
                "name-of-" + id,
                TopologyStatus.ACTIVE,
                workers,
                layout,
                Instant.EPOCH,
                "digest",
                "key-" + id,
                30_000,
                Optional.empty());
    }
}
