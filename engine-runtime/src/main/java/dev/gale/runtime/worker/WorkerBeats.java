package dev.gale.runtime.worker;

import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.engine.stats.ComponentStatistics;
import dev.gale.engine.stats.ExecutorStatistics;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.executor.RunningExecutor;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes the beats of one process, which are numbered. Of the control thread. */
final class WorkerBeats {
    private final WorkerId self;
    private final WorkerStatistics statistics;
    private final LongSupplier nanoClock;
    private final long startedNanos;
    private long number;

    /** @param statistics of all executors the process has had */
    WorkerBeats(WorkerId self, WorkerStatistics statistics, LongSupplier nanoClock) {
        this.self = self;
        this.statistics = statistics;
        this.nanoClock = nanoClock;
        startedNanos = nanoClock.getAsLong();
    }

    /**
     * How the process is now.
     *
     * @param worker null while it has none
     * @param active whether spouts are to emit
     */
    WorkerBeat next(@Nullable Worker worker, boolean active) {
        Collection<RunningExecutor> executors =
                worker == null ? List.of() : worker.executors().values();
        boolean prepared = worker != null && worker.isPrepared();
        boolean finished = worker != null && prepared && worker.isFinished();
        return new WorkerBeat(
                self.topology(),
                new WorkerBeatView(
                        self.generation(),
                        self.incarnation(),
                        ++number,
                        prepared,
                        active,
                        Quiescence.pending(executors),
                        finished,
                        (finished || !active) && (worker == null || Quiescence.isQuiet(worker)),
                        worker == null ? 0 : worker.sentFrames(),
                        worker == null ? 0 : worker.receivedFrames()),
                TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - startedNanos),
                worker == null ? List.of() : progress(worker),
                statistics(executors));
    }

    private static List<TaskProgress> progress(Worker worker) {
        List<TaskProgress> all = new ArrayList<>();
        for (RunningExecutor executor : worker.executors().values()) {
            long stuckMillis = TimeUnit.NANOSECONDS.toMillis(worker.stuckNanos(executor.id()));
            for (TaskId task : executor.id().tasks()) {
                all.add(new TaskProgress(task.number(), executor.turns(), stuckMillis));
            }
        }
        return all;
    }

    private List<ExecutorStatistics> statistics(Collection<RunningExecutor> executors) {
        List<ExecutorStatistics> all = new ArrayList<>();
        for (ComponentStatistics component :
                statistics.read(executors).components().values()) {
            all.addAll(component.executors());
        }
        return all;
    }
}
