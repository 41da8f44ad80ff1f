package dev.gale.testkit;

import dev.gale.api.SpoutOutputCollector;
import dev.gale.engine.task.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Feeds tuples into a topology as if a task of one of its components had emitted them to one of its streams, without that component
 * being called: to everyone who subscribes, by their groupings. Belongs to the test's thread. What is fed waits at its receivers
 * until the driver steps. Every method throws {@link IllegalArgumentException} where an emit would: wrong number of values, a key or
 * value that cannot be sent, direct and regular emits mixed.
 */
public final class TestInput {
    private final SteppedRun run;
    private final String stream;
    private final List<TaskId> tasks;
    private final int index;

    TestInput(SteppedRun run, String stream, List<TaskId> tasks, int index) {
        this.run = run;
        this.stream = stream;
        this.tasks = tasks;
        this.index = index;
    }

    /**
     * The same stream of another task of the component; the first unless said otherwise.
     *
     * @param taskIndex the task's position among those of its component, from 0
     */
    public TestInput fromTask(int taskIndex) {
        if (taskIndex < 0 || taskIndex >= tasks.size()) {
            throw new IllegalArgumentException(
                    "There is no task with index " + taskIndex + "; there are " + tasks.size() + " tasks");
        }
        return new TestInput(run, stream, tasks, taskIndex);
    }

    /** A tuple that nobody tracks. @return the ids of the tasks that receive it */
    public List<Integer> pipe(List<Object> values) {
        return feed(collector -> collector.emit(stream, values));
    }

    /**
     * A tuple that is tracked until it is acked, fails or times out.
     *
     * @param messageId to know it by in {@link TopologyTestDriver#acked}, {@code failed} and {@code pending}
     * @return the ids of the tasks that receive it
     */
    public List<Integer> pipe(List<Object> values, Object messageId) {
        return feed(collector -> collector.emit(stream, values, messageId));
    }

    /** A tuple of a direct stream that nobody tracks. @param task the id of the task that receives it */
    public void pipeDirect(int task, List<Object> values) {
        feed(collector -> {
            collector.emitDirect(task, stream, values);
            return List.of();
        });
    }

    /** A tuple of a direct stream that is tracked. @param task the id of the task that receives it */
    public void pipeDirect(int task, List<Object> values, Object messageId) {
        feed(collector -> {
            collector.emitDirect(task, stream, values, messageId);
            return List.of();
        });
    }

    private List<Integer> feed(Function<SpoutOutputCollector, List<Integer>> emit) {
        SteppedExecutor feeder = run.feederOf(tasks.get(index));
        List<Integer> targets = new ArrayList<>();
        feeder.within(() -> targets.addAll(emit.apply(run.feeder(feeder).collector())));
        feeder.wake();
        return List.copyOf(targets);
    }
}
