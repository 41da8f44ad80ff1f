package dev.gale.runtime.nimbus;

import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.plugin.Bytes;
import java.util.ArrayList;
import java.util.List;

/** The records that say of which component each task of a topology is. */
final class TaskRecords {
    private TaskRecords() {}

    static List<Commit.Put> of(TopologyRecord topology, Keys keys) {
        List<Commit.Put> puts = new ArrayList<>();
        for (int number = 1; number <= topology.layout().taskCount(); number++) {
            TaskId task = new TaskId(number);
            puts.add(new Commit.Put(
                    keys.task(topology.id(), task),
                    Bytes.utf8(topology.layout().componentOf(task)),
                    Lifetime.PERSISTENT));
        }
        return puts;
    }
}
