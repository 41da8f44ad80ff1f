package dev.gale.testkit;

import dev.gale.api.Streams;
import dev.gale.engine.executor.StrictValues;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.runtime.code.ComponentCopies;
import dev.gale.runtime.worker.EncodedValues;
import dev.gale.runtime.worker.PreparedTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The executors of one topology, the clock they read, and the choice of who is next. Everything follows from the seed. */
final class SteppedRun {
    private final PreparedTopology prepared;
    private final FedTopology topology;
    private final RunLog log;
    private final SplittableRandom[] randoms;
    private final SplittableRandom choice;
    private final SortedSet<TaskId> tasks;
    private final List<Integer> taskNumbers;
    private final List<SteppedExecutor> executors = new ArrayList<>();
    private final @Nullable SteppedExecutor[] byTask;
    private final @Nullable Feeder[] feeders;
    private final TaskCounters[] counters;

    private long nowNanos = TimeUnit.SECONDS.toNanos(1);
    private long room;
    private int incarnations;
    private @Nullable SteppedExecutor current;
    private @Nullable Thread thread;

    SteppedRun(PreparedTopology prepared, long seed, RunLog log) {
        this.prepared = prepared;
        this.log = log;
        topology = new FedTopology(prepared);
        tasks = topology.tasks();
        taskNumbers = tasks.stream().map(TaskId::number).toList();
        int numbers = 2 * topology.taskCount() + 1;
        byTask = new SteppedExecutor[numbers];
        feeders = new Feeder[numbers];
        counters = new TaskCounters[numbers];
        randoms = new SplittableRandom[numbers];
        SplittableRandom root = new SplittableRandom(seed);
        choice = root.split();
        for (int i = 0; i < numbers; i++) {
            counters[i] = new TaskCounters();
            randoms[i] = root.split();
        }
        for (ExecutorId id : topology.executors()) {
            add(topology.plan(), id, null);
        }
        executors.stream().filter(executor -> !executor.isSpout()).forEach(SteppedExecutor::open);
    }

    /** Spouts are opened when they are first to be active, so that a test that feeds opens none. */
    void setActive(boolean active) {
        for (SteppedExecutor executor : spouts()) {
            if (active && !executor.isOpened()) {
                executor.open();
            }
            if (executor.isOpened()) {
                executor.setActive(active);
            }
        }
    }

    boolean isFinished() {
        return spouts().stream().allMatch(SteppedExecutor::isFinished);
    }

    /** One turn of one executor that has something to do. Spouts that had nothing are asked again when nobody else has. */
    boolean step() {
        if (turnOfAny()) {
            return true;
        }
        executors.forEach(SteppedExecutor::wake);
        return turnOfAny();
    }

    /** Goes to the next moment at which something is due. @return whether there is one up to {@code endNanos} */
    boolean skipTo(long endNanos) {
        long next = endNanos;
        boolean due = false;
        for (SteppedExecutor executor : executors) {
            long deadline = executor.nextDeadlineNanos();
            if (deadline > nowNanos && deadline <= next) {
                next = deadline;
                due = true;
            }
        }
        nowNanos = next;
        return due;
    }

    void close() {
        executors.forEach(SteppedExecutor::close);
    }

    /** What is ready to go on, for a message. */
    List<String> busy() {
        return executors.stream()
                .filter(SteppedExecutor::isReady)
                .map(SteppedExecutor::toString)
                .toList();
    }

    /** Assembles the feeder of a task at its first use. */
    SteppedExecutor feederOf(TaskId task) {
        ExecutorId id = topology.feederOf(task);
        SteppedExecutor executor = byTask[id.firstTask().number()];
        if (executor == null) {
            Feeder feeder = new Feeder();
            executor = add(topology.feederPlan(id.component()), id, feeder);
            feeders[id.firstTask().number()] = feeder;
            executor.open();
        }
        return executor;
    }

    Feeder feeder(SteppedExecutor executor) {
        Feeder feeder = feeders[executor.id().firstTask().number()];
        if (feeder == null) {
            throw new IllegalStateException(executor + " is no feeder");
        }
        return feeder;
    }

    TopologyPlan plan() {
        return topology.plan();
    }

    /** @throws IllegalArgumentException if the author's topology has no such component */
    void checkComponent(String id) {
        prepared.graph().component(id);
    }

    int fedTask(TaskId feeder) {
        return feeder.number() - topology.taskCount();
    }

    long nowNanos() {
        return nowNanos;
    }

    RunLog log() {
        return log;
    }

    SortedSet<TaskId> tasks() {
        return tasks;
    }

    List<Integer> taskNumbers() {
        return taskNumbers;
    }

    ComponentCopies copies() {
        return prepared.copies();
    }

    TaskCounters counters(int task) {
        return counters[task];
    }

    @Nullable
    StrictValues strictValues() {
        TopologySettings settings = prepared.settings();
        return settings.strictValues() ? new EncodedValues(prepared.registry(), settings.tupleMaxBytes()) : null;
    }

    SteppedExecutor executor(int task) {
        SteppedExecutor executor = byTask[task];
        if (executor == null) {
            throw new IllegalStateException("Nothing runs task " + task);
        }
        return executor;
    }

    int freshIncarnation() {
        return ++incarnations;
    }

    /** Moves on whenever something leaves a lane: whoever was refused may try again. */
    long room() {
        return room;
    }

    void madeRoom() {
        room++;
    }

    void enter(SteppedExecutor executor) {
        current = executor;
        thread = Thread.currentThread();
    }

    void leave() {
        current = null;
        thread = null;
    }

    /** In a worker each executor has its own thread; here it has the test's while it is its turn. */
    void checkWithin(SteppedExecutor executor, String component) {
        if (current != executor || thread != Thread.currentThread()) {
            throw new IllegalStateException("The collector of component '" + component + "' was called by thread '"
                    + Thread.currentThread().getName()
                    + "' outside of the calls of its executor; it belongs to its executor's thread. Use"
                    + " collector.threadSafe() for others");
        }
    }

    private List<SteppedExecutor> spouts() {
        return executors.stream()
                .filter(executor ->
                        executor.isSpout() && executor.id().firstTask().number() <= topology.taskCount())
                .toList();
    }

    private boolean turnOfAny() {
        while (true) {
            List<SteppedExecutor> ready =
                    executors.stream().filter(SteppedExecutor::isReady).toList();
            if (ready.isEmpty()) {
                return false;
            }
            if (ready.get(choice.nextInt(ready.size())).turn()) {
                return true;
            }
        }
    }

    private SteppedExecutor add(TopologyPlan plan, ExecutorId id, @Nullable Feeder feeder) {
        int bound = id.component().equals(Streams.ACKER_COMPONENT)
                ? prepared.settings().receiveBufferSize()
                : prepared.settings()
                        .forComponent(prepared.graph().component(id.component()))
                        .receiveBufferSize();
        SteppedExecutor executor = new SteppedExecutor(
                this, plan, id, feeder, bound, randoms[id.firstTask().number()]);
        executors.add(executor);
        id.tasks().forEach(task -> byTask[task.number()] = executor);
        return executor;
    }
}
