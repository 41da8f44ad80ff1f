package dev.gale.runtime.nimbus;

import dev.gale.runtime.store.WorkerBeat;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** When each task of a topology was last seen to have completed a step, on this process's clock. Of the control thread. */
final class StepLog {
    private record Seen(long steps, long changedNanos, boolean everChanged) {}

    private final Map<Integer, Seen> seen = new HashMap<>();

    void onBeat(WorkerBeat beat, long nowNanos) {
        for (TaskProgress task : beat.tasks()) {
            Seen before = seen.get(task.task());
            if (before == null) {
                seen.put(task.task(), new Seen(task.steps(), nowNanos, task.steps() > 0));
            } else if (before.steps != task.steps()) {
                seen.put(task.task(), new Seen(task.steps(), nowNanos, true));
            }
        }
    }

    /** Empty if none was seen yet. */
    OptionalLong sinceStepNanos(int task, long nowNanos) {
        Seen last = seen.get(task);
        return last == null || !last.everChanged ? OptionalLong.empty() : OptionalLong.of(nowNanos - last.changedNanos);
    }
}
