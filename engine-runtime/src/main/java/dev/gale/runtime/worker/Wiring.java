package dev.gale.runtime.worker;

import dev.gale.api.Streams;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.runtime.code.ComponentCopies;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.runtime.codec.ValueCodec;
import dev.gale.runtime.executor.AckArrays;
import dev.gale.runtime.executor.Inbox;
import dev.gale.runtime.executor.Lane;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What the executors of one worker have in common: how they reach each other, and other workers.
 *
 * @param maxFrameBytes that the transport takes
 * @param inboxes by task; null where the task runs elsewhere
 * @param localTasks that run in this worker
 * @param localTaskNumbers of these
 */
record Wiring(
        TopologyPlan topology,
        WorkerSlot slot,
        ComponentCopies components,
        SerializationRegistry registry,
        int maxFrameBytes,
        @Nullable Inbox[] inboxes,
        SortedSet<TaskId> localTasks,
        List<Integer> localTaskNumbers,
        PeerLinks links,
        Lane<OutgoingFrame> transfer,
        StreamIndex streams,
        AckArrays ackArrays) {

    boolean isLocal(TaskId task) {
        return localTasks.contains(task);
    }

    Inbox inbox(TaskId task) {
        Inbox of = inboxes[task.number()];
        if (of == null) {
            throw new IllegalStateException("Task " + task + " does not run on " + slot);
        }
        return of;
    }

    /** A codec for one thread. */
    ValueCodec codec() {
        return new ValueCodec(registry, topology.settings().tupleMaxBytes());
    }

    TopologySettings settings(ExecutorId executor) {
        return settings(topology, executor);
    }

    /** The settings of an executor's component. */
    static TopologySettings settings(TopologyPlan topology, ExecutorId executor) {
        return isAcker(executor)
                ? topology.settings()
                : topology.settings().forComponent(topology.graph().component(executor.component()));
    }

    static boolean isAcker(ExecutorId executor) {
        return executor.component().equals(Streams.ACKER_COMPONENT);
    }

    static boolean isSpout(TopologyPlan topology, ExecutorId executor) {
        return !isAcker(executor)
                && topology.graph().component(executor.component()).isSpout();
    }
}
