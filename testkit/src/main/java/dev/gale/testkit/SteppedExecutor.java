package dev.gale.testkit;

import dev.gale.api.BasicBolt;
import dev.gale.api.Bolt;
import dev.gale.api.Component;
import dev.gale.api.Spout;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.executor.ExecutorAssembly;
import dev.gale.engine.executor.ExecutorHost;
import dev.gale.engine.executor.ExecutorMachine;
import dev.gale.engine.executor.ExecutorMachine.Step;
import dev.gale.engine.executor.LocalOutbox;
import dev.gale.engine.executor.Outbox;
import dev.gale.engine.executor.OutboxSet;
import dev.gale.engine.executor.SpoutExecutor;
import dev.gale.engine.executor.StrictValues;
import dev.gale.engine.executor.Surroundings;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.executor.TupleInlet;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.tuple.TupleBatch;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One executor as a driver runs it: the engine's machine, lanes without threads, and a turn where a worker has a loop. Tuples travel
 * one by one, so that the driver's choice of who is next can order them in every way that is possible in a worker.
 */
final class SteppedExecutor implements ExecutorHost {
    private static final System.Logger TRACE = System.getLogger(TopologyTestDriver.class.getName());

    private final ExecutorId id;
    private final SteppedRun run;
    private final @Nullable Feeder feeder;
    private final BoundedLane<AckBatch> control;
    private final BoundedLane<TupleBatch> cycle;
    private final BoundedLane<TupleBatch> outside;
    private final ConcurrentLinkedQueue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final ExecutorMachine machine;

    private volatile boolean closed;
    private boolean opened;
    private boolean dirty;
    private boolean finished;
    private long roomSeen;

    /** @param feeder what to run in place of the component's spout or bolt; null for the author's own */
    SteppedExecutor(
            SteppedRun run,
            TopologyPlan plan,
            ExecutorId id,
            @Nullable Feeder feeder,
            int laneBound,
            RandomGenerator random) {
        this.run = run;
        this.id = id;
        this.feeder = feeder;
        control = new BoundedLane<>(Math.max(laneBound, 1024));
        cycle = new BoundedLane<>(laneBound);
        outside = new BoundedLane<>(laneBound);
        machine = ExecutorAssembly.assemble(
                plan, id, new Around(), this, random, run::nowNanos, task -> run.counters(task.number()));
    }

    ExecutorId id() {
        return id;
    }

    boolean isSpout() {
        return machine instanceof SpoutExecutor;
    }

    boolean isOpened() {
        return opened;
    }

    boolean isFinished() {
        return finished;
    }

    void open() {
        within(() -> machine.open(run.nowNanos()));
        opened = true;
        dirty = true;
    }

    void setActive(boolean active) {
        within(() -> machine.setActive(active, run.nowNanos()));
        dirty = true;
    }

    /** It is to look whether it has something to do. */
    void wake() {
        dirty = true;
    }

    void close() {
        closed = true;
        if (opened) {
            within(machine::close);
        }
    }

    long nextDeadlineNanos() {
        return opened ? machine.nextDeadlineNanos() : Long.MAX_VALUE;
    }

    boolean isReady() {
        return opened
                && (dirty
                        || !control.isEmpty()
                        || !posted.isEmpty() && machine.takesCalls()
                        || !cycle.isEmpty() && machine.wantsCycle()
                        || !outside.isEmpty() && machine.wantsOutside()
                        || !machine.isFlushed() && roomSeen != run.room());
    }

    /** @return whether there was anything to do */
    boolean turn() {
        within(() -> dirty = work(run.nowNanos()));
        return dirty;
    }

    /** Calls on behalf of this executor, and hands on what comes of it. */
    void within(Runnable call) {
        run.enter(this);
        try {
            call.run();
            machine.flush();
        } finally {
            run.leave();
        }
    }

    private boolean work(long now) {
        roomSeen = run.room();
        boolean worked = flush();
        AckBatch acks = take(control);
        if (acks != null) {
            machine.onAcks(acks, now);
            worked = true;
        }
        Runnable call = machine.takesCalls() ? posted.poll() : null;
        if (call != null) {
            call.run();
            worked = true;
        }
        TupleBatch batch = machine.wantsCycle() ? take(cycle) : null;
        if (batch != null) {
            machine.onCycle(batch);
        }
        batch = machine.wantsOutside() ? take(outside) : null;
        if (batch != null) {
            machine.onOutside(batch);
        }
        worked |= machine.step(now) == Step.WORKED;
        return worked | poll(now);
    }

    /** As in a worker, acks that wait come before a timeout. */
    private boolean poll(long now) {
        long deadline = machine.nextDeadlineNanos();
        if (!control.isEmpty() || deadline == Long.MAX_VALUE || now - deadline < 0) {
            return false;
        }
        machine.poll(now);
        return machine.nextDeadlineNanos() != deadline;
    }

    private boolean flush() {
        int held = machine.held();
        boolean flushed = machine.isFlushed();
        machine.flush();
        return machine.held() < held || !flushed && machine.isFlushed();
    }

    private <B> @Nullable B take(BoundedLane<B> lane) {
        B batch = lane.poll();
        if (batch != null) {
            run.madeRoom();
        }
        return batch;
    }

    @Override
    public void checkThread(String component) {
        run.checkWithin(this, component);
    }

    @Override
    public void post(Runnable call) {
        if (closed) {
            throw new IllegalStateException("The executor has stopped; this call came too late");
        }
        posted.add(call);
    }

    @Override
    public void report(String component, int task, Throwable error) {
        run.log().error(component, task, error);
    }

    @Override
    public void keepsFailing(String component, int task, Throwable error) {
        run.log()
                .error(
                        component,
                        task,
                        new IllegalStateException(
                                "Component '" + component
                                        + "' keeps failing; in a cluster its worker is started anew now",
                                error));
    }

    @Override
    public int freshIncarnation(int task) {
        return run.freshIncarnation();
    }

    @Override
    public void finished(boolean hasFinished) {
        finished = hasFinished;
    }

    @Override
    public void trace(String line) {
        TRACE.log(System.Logger.Level.INFO, line);
    }

    /** What is to be done, for a message. */
    @Override
    public String toString() {
        long tuples = cycle.queued() + outside.queued();
        return id + " (" + tuples + " tuples wait, " + machine.held() + " are held back)";
    }

    private final class Around implements Surroundings {
        @Override
        public Outbox outboxTo(TaskId task, OutboxSet set, boolean sameCycle) {
            TupleInlet lane = batch -> {
                SteppedExecutor target = run.executor(task.number());
                return (sameCycle ? target.cycle : target.outside).offer(batch, batch.count());
            };
            TupleInlet inlet = feeder == null ? lane : new FeedInlet(lane, run.fedTask(id.firstTask()));
            return new LocalOutbox(task.number(), set, inlet, 1);
        }

        @Override
        public AckOutbox.Inlet ackInletTo(ExecutorId holder) {
            return batch -> run.executor(holder.firstTask().number()).control.offer(batch, batch.count());
        }

        @Override
        public AckOutbox.Arrays ackArrays() {
            return () -> new long[2 * AckOutbox.BATCH];
        }

        @Override
        public SortedSet<TaskId> localTasks() {
            return run.tasks();
        }

        @Override
        public List<Integer> localTaskNumbers() {
            return run.taskNumbers();
        }

        @Override
        public Supplier<Component> instances(String component) {
            return () ->
                    recorded(component, feeder != null ? feeder : run.copies().component(component));
        }

        @Override
        public <T> T copy(T object) {
            return run.copies().copy(object);
        }

        @Override
        public @Nullable StrictValues strictValues() {
            return run.strictValues();
        }

        private Component recorded(String id, Component component) {
            SteppedExecutor host = SteppedExecutor.this;
            if (component instanceof Spout spout) {
                return new RecordedSpout(spout, id, run.log(), host, run::counters);
            }
            return component instanceof BasicBolt basic
                    ? new RecordedBasicBolt(basic, run.log())
                    : new RecordedBolt((Bolt) component, run.log(), host);
        }
    }
}
