package dev.gale.runtime.worker;

import dev.gale.api.Component;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.executor.LocalOutbox;
import dev.gale.engine.executor.Outbox;
import dev.gale.engine.executor.OutboxSet;
import dev.gale.engine.executor.StrictValues;
import dev.gale.engine.executor.Surroundings;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.codec.ValueCodec;
import dev.gale.runtime.executor.Inbox;
import dev.gale.runtime.executor.Lane;
import dev.gale.runtime.executor.RoomWaiter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How one executor of a worker reaches others: lanes within the worker, links to other workers. */
final class ExecutorSurroundings implements Surroundings {
    private final Wiring wiring;
    private final ExecutorId id;
    private final Inbox inbox;
    private final ValueCodec codec;

    /** One a lane, so that this executor waits for room there once at most. */
    private final Map<Object, RoomWaiter> waiters = new HashMap<>();

    ExecutorSurroundings(Wiring wiring, ExecutorId id) {
        this.wiring = wiring;
        this.id = id;
        inbox = wiring.inbox(id.firstTask());
        codec = wiring.codec();
    }

    @Override
    public Outbox outboxTo(TaskId task, OutboxSet set, boolean sameCycle) {
        int batchSize = wiring.settings(id).producerBatchSize();
        if (wiring.isLocal(task)) {
            Lane<Object> lane = wiring.inbox(task).tuples(sameCycle);
            RoomWaiter waiter = waiter(lane);
            return new LocalOutbox(task.number(), set, batch -> lane.offer(batch, batch.count(), waiter), batchSize);
        }
        return new RemoteOutbox(
                task.number(),
                set,
                sameCycle,
                wiring.links().route(task, RemoteOutbox.lane(sameCycle)),
                wiring.streams(),
                codec,
                batchSize,
                wiring.maxFrameBytes(),
                new RoomWaiter(inbox.wakeup()),
                waiter(wiring.transfer()));
    }

    @Override
    public AckOutbox.Inlet ackInletTo(ExecutorId holder) {
        TaskId task = holder.firstTask();
        if (wiring.isLocal(task)) {
            Lane<AckBatch> lane = wiring.inbox(task).control();
            RoomWaiter waiter = waiter(lane);
            return batch -> lane.offer(batch, batch.count(), waiter);
        }
        return new RemoteAckInlet(
                wiring.links().route(task, FrameHeader.LANE_CONTROL),
                new RoomWaiter(inbox.wakeup()),
                waiter(wiring.transfer()));
    }

    @Override
    public AckOutbox.Arrays ackArrays() {
        return wiring.ackArrays();
    }

    @Override
    public SortedSet<TaskId> localTasks() {
        return wiring.localTasks();
    }

    @Override
    public List<Integer> localTaskNumbers() {
        return wiring.localTaskNumbers();
    }

    @Override
    public Supplier<Component> instances(String component) {
        return () -> wiring.components().component(component);
    }

    @Override
    public <T> T copy(T object) {
        return wiring.components().copy(object);
    }

    @Override
    public @Nullable StrictValues strictValues() {
        return wiring.topology().settings().strictValues()
                ? new EncodedValues(
                        wiring.registry(), wiring.topology().settings().tupleMaxBytes())
                : null;
    }

    private RoomWaiter waiter(Object lane) {
        return waiters.computeIfAbsent(lane, key -> new RoomWaiter(inbox.wakeup()));
    }
}
