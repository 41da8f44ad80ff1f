package dev.gale.engine.executor;

import dev.gale.api.Component;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is around one executor: how it reaches other tasks, and where its instances come from. */
public interface Surroundings {
    /**
     * The way to one task, in the same worker or another.
     *
     * @param set the outboxes of the executor that is assembled
     * @param sameCycle whether tuples to that task can come back
     */
    Outbox outboxTo(TaskId task, OutboxSet set, boolean sameCycle);

    /** The way for acks to an executor that keeps trees. */
    AckOutbox.Inlet ackInletTo(ExecutorId holder);

    /** Lends the arrays of ack batches. */
    AckOutbox.Arrays ackArrays();

    /** The tasks in the same worker, this executor's own included. */
    SortedSet<TaskId> localTasks();

    /** The numbers of {@link #localTasks}, ascending: the same list for all executors of the worker. */
    List<Integer> localTaskNumbers();

    /** Gives a fresh copy of the component each time; throws what user code throws while it is copied. */
    Supplier<Component> instances(String component);

    /** A fresh copy of something serializable of the user's, such as a custom grouping. */
    <T> T copy(T object);

    /** Null when values are not watched. */
    @Nullable
    StrictValues strictValues();
}
