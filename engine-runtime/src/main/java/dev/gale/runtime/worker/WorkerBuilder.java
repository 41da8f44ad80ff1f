package dev.gale.runtime.worker;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskLayout;
import dev.gale.runtime.code.LoadedCode;
import dev.gale.runtime.executor.SpinPermits;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Builds the workers that one process has, one after another, from the topology's code and the assignment. */
final class WorkerBuilder {
    private final WorkerId self;
    private final LoadedCode code;
    private final int maxFrameBytes;
    private final SplittableRandom random = new SplittableRandom();
    private final SpinPermits spins =
            SpinPermits.forProcessors(Runtime.getRuntime().availableProcessors());
    private final AtomicInteger threads = new AtomicInteger();

    WorkerBuilder(WorkerId self, LoadedCode code, int maxFrameBytes) {
        this.self = self;
        this.code = code;
        this.maxFrameBytes = maxFrameBytes;
    }

    /** An assignment has every executor, and they are cut as they are. */
    TopologyPlan plan(Assignment assignment) {
        TaskLayout layout = TaskLayout.of(assignment.executors().keySet().stream()
                .map(executor ->
                        new ComponentTasks(executor.component(), executor.firstTask(), executor.taskCount(), 1))
                .toList());
        return code.plan(self.topology(), self.name(), layout);
    }

    /** @throws IllegalStateException if an executor cannot be made */
    Worker build(TopologyPlan plan, Assignment assignment, WorkerListener listener) {
        return new Worker(
                plan,
                assignment,
                self.slot(),
                code.copies(),
                code.registry(),
                listener,
                maxFrameBytes,
                spins,
                random.split(),
                System::nanoTime,
                this::thread);
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task, "gale-" + self.name() + "-" + threads.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
