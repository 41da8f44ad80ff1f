package dev.gale.testkit;

import dev.gale.api.BasicBolt;
import dev.gale.api.Bolt;
import dev.gale.api.Component;
import dev.gale.api.Config;
import dev.gale.api.Spout;
import dev.gale.api.Streams;
import dev.gale.api.Topology;
import dev.gale.api.Tuple;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.Problem;
import dev.gale.local.SubmitException;
import dev.gale.runtime.worker.PreparedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Runs a topology in the test's own thread, without a cluster: one step at a time, by a clock that stands still until
 * {@link #advanceTime} moves it. The executors, groupings, acks and timeouts are the engine's own. Every task works on a copy of its
 * component, made by serialization as in a cluster.
 *
 * <pre>{@code
 * try (TopologyTestDriver driver = TopologyTestDriver.of(topology)) {
 *     driver.input("sentences").pipe(new Values("the cow jumped"), "id-1");
 *     driver.runUntilIdle();
 *     assertThat(driver.emitted("split")).extracting(Emitted::values).containsExactly(...);
 *     assertThat(driver.acked()).containsExactly("id-1");
 * }
 * }</pre>
 *
 * <p><b>Spouts</b> are neither opened nor asked for tuples until {@link #activateSpouts}; a test feeds tuples in their place by
 * {@link #input}, or lets them run, or both.
 *
 * <p><b>Order.</b> Which executor is next is drawn from a seed, tuple by tuple; one source task's tuples of a stream reach a task in
 * their order, as in a cluster, and nothing else is promised. The same topology, seed and calls give the same run. The seed is 0
 * unless set: run a test over several to see other orders. It is in the message of each failure of the driver. Components that use
 * threads, random numbers or clocks of their own are not repeatable.
 *
 * <p><b>Values are checked</b> unless {@link Builder#strictValues} says otherwise: a value of a class that is not registered, and one
 * that is changed after the emit, are errors that name the component that emits, though nothing crosses a process here.
 *
 * <p><b>Errors</b> of components do what they do in a cluster: the tuple in hand fails, a new instance is prepared. They are in
 * {@link #errors}; those that the test does not read there make {@link #close} fail.
 *
 * <p>To be used by one thread; only the collectors' thread-safe handles may be used by others, and their calls wait for a step. What
 * this does not show: threads, real time, queues that fill up in the order that speed makes of it, the network, class paths.
 */
public final class TopologyTestDriver implements AutoCloseable {
    /** About 285 years of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(104_000);

    private static final int MAX_STEPS = 1_000_000;

    private final SteppedRun run;
    private final RunLog log = new RunLog();
    private final long seed;
    private final int maxSteps;
    private final long startNanos;

    private boolean closed;

    private TopologyTestDriver(PreparedTopology prepared, long seed, int maxSteps) {
        this.seed = seed;
        this.maxSteps = maxSteps;
        run = new SteppedRun(prepared, seed, log);
        startNanos = run.nowNanos();
    }

    /**
     * Starts a topology with the default configuration and the seed 0.
     *
     * @throws SubmitException with every problem, as a cluster would
     */
    public static TopologyTestDriver of(Topology topology) {
        return builder(topology).start();
    }

    public static Builder builder(Topology topology) {
        return new Builder(topology);
    }

    /** How a topology is to be run. */
    public static final class Builder {
        private final Topology topology;
        private final Config config = new Config();
        private long seed;
        private int maxSteps = MAX_STEPS;

        private Builder(Topology topology) {
            this.topology = topology;
            config.setStrictValues(true);
        }

        /**
         * What would be given at submit. Whatever it says of workers, there is one; that values are checked stays, unless it says
         * otherwise itself.
         */
        public Builder config(Map<String, ?> entries) {
            config.putAll(entries);
            return this;
        }

        /** Decides the order of steps, and where round robins start. 0 unless set. */
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /** Whether values are checked at the emit and before they are executed. True unless set. */
        public Builder strictValues(boolean strict) {
            config.setStrictValues(strict);
            return this;
        }

        /** After how many steps {@link #runUntilIdle} gives up. 1,000,000 unless set. */
        public Builder maxSteps(int steps) {
            if (steps < 1) {
                throw new IllegalArgumentException("At most " + steps + " steps are none; give 1 or more");
            }
            maxSteps = steps;
            return this;
        }

        /**
         * Prepares every bolt.
         *
         * @throws SubmitException with every problem, as a cluster would
         */
        public TopologyTestDriver start() {
            List<Problem> problems = new ArrayList<>();
            PreparedTopology prepared = PreparedTopology.of(FedTopology.NAME, config, topology, problems::add)
                    .orElseThrow(() -> new SubmitException(FedTopology.NAME, problems));
            return new TopologyTestDriver(prepared, seed, maxSteps);
        }
    }

    /** Feeds tuples in the place of a spout or bolt, to its default stream. @throws IllegalArgumentException if it has none */
    public TestInput input(String component) {
        return input(component, Streams.DEFAULT);
    }

    /** Feeds tuples in the place of a spout or bolt. @throws IllegalArgumentException if there is no such stream */
    public TestInput input(String component, String stream) {
        checkStream(component, stream);
        return new TestInput(run, stream, run.plan().layout().tasksOf(component), 0);
    }

    /** Spouts are asked for tuples from now on; those that were not yet are opened first. */
    public void activateSpouts() {
        run.setActive(true);
    }

    /** Spouts are not asked any longer; they hear of acks and fails all the same. */
    public void deactivateSpouts() {
        run.setActive(false);
    }

    /** Whether every spout task has said that it is finished, with nothing pending. */
    public boolean isFinished() {
        return run.isFinished();
    }

    /**
     * One step of one executor that has something to do: a bolt executes one tuple, a spout is told of acks or asked for tuples until
     * it has none or 128 times, what is due by the clock is done.
     *
     * @return false if nobody had anything to do: the topology is idle
     */
    public boolean step() {
        return run.step();
    }

    /**
     * Steps until nobody has anything to do. The clock stands still.
     *
     * @throws IllegalStateException if that does not come within the limit of steps, naming who is busy
     */
    public void runUntilIdle() {
        for (int steps = 0; run.step(); steps++) {
            if (steps == maxSteps) {
                throw failure("The topology is not idle after " + maxSteps + " steps; busy are " + run.busy()
                        + ". If a spout emits without end use runUntil or deactivateSpouts; if there is only much to do"
                        + " raise maxSteps");
            }
        }
    }

    /**
     * Steps until a condition holds, which is looked at after each step. For spouts that emit without end.
     *
     * @throws IllegalStateException if it does not hold when the topology is idle, or at the limit of steps
     */
    public void runUntil(BooleanSupplier condition) {
        for (int steps = 0; !condition.getAsBoolean(); steps++) {
            if (steps == maxSteps) {
                throw failure("The condition does not hold after " + maxSteps + " steps; busy are " + run.busy());
            }
            if (!run.step()) {
                throw failure("The condition does not hold, and the topology is idle after " + steps
                        + " steps; pending are " + log.pending(null));
            }
        }
    }

    /**
     * Moves the clock, from one moment at which something is due to the next: ticks, message timeouts, new instances of what failed.
     * Runs until idle at each. A tracked tuple without progress times out after one to two times
     * {@link Config#TOPOLOGY_MESSAGE_TIMEOUT_SECS}.
     *
     * @throws IllegalArgumentException if the clock cannot go there: back, or further than it counts
     * @throws IllegalStateException as {@link #runUntilIdle}
     */
    public void advanceTime(Duration time) {
        Objects.requireNonNull(time, "time is null");
        if (time.isNegative()) {
            throw new IllegalArgumentException("Time does not go back by " + time);
        }
        if (elapsed().plus(time).compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("The clock is at " + elapsed() + " and cannot go on by " + time
                    + "; it counts up to " + LONGEST);
        }
        long end = run.nowNanos() + time.toNanos();
        runUntilIdle();
        while (run.skipTo(end)) {
            runUntilIdle();
        }
        runUntilIdle();
    }

    /** By how much the clock was moved so far. */
    public Duration elapsed() {
        return Duration.ofNanos(run.nowNanos() - startNanos);
    }

    /** Every emit of a component's tasks, in order. What was fed in its place is not among them. */
    public List<Emitted> emitted(String component) {
        checkComponent(component);
        return log.emits(emit -> emit.component().equals(component));
    }

    /** Every emit of a component's tasks to one stream, in order. */
    public List<Emitted> emitted(String component, String stream) {
        checkStream(component, stream);
        return log.emits(
                emit -> emit.component().equals(component) && emit.stream().equals(stream));
    }

    /** Every tuple that a bolt's tasks were called with, ticks included, in order. */
    public List<Tuple> received(String component) {
        checkComponent(component);
        return log.received(component, null);
    }

    /** Every tuple that one task was called with. @param taskIndex its position among those of its component, from 0 */
    public List<Tuple> received(String component, int taskIndex) {
        return log.received(component, task(component, taskIndex).number());
    }

    /** The message ids of fed and spouts' tuples whose trees are complete, in the order of their ends. */
    public List<Object> acked() {
        return log.ended(null, end -> end == RunLog.End.ACKED);
    }

    /** Those of tuples that came from, or were fed in the place of, this component. */
    public List<Object> acked(String component) {
        checkComponent(component);
        return log.ended(component, end -> end == RunLog.End.ACKED);
    }

    /** The message ids of fed and spouts' tuples that failed or timed out, in the order of their ends. */
    public List<Object> failed() {
        return log.ended(null, end -> end != RunLog.End.ACKED);
    }

    /** Those of tuples that came from, or were fed in the place of, this component. */
    public List<Object> failed(String component) {
        checkComponent(component);
        return log.ended(component, end -> end != RunLog.End.ACKED);
    }

    /** Those of {@link #failed} that timed out. */
    public List<Object> timedOut() {
        return log.ended(null, end -> end == RunLog.End.TIMED_OUT);
    }

    /** The message ids of fed and spouts' tuples that have not ended, in the order of their emits. */
    public List<Object> pending() {
        return log.pending(null);
    }

    /** Those of tuples that came from, or were fed in the place of, this component. */
    public List<Object> pending(String component) {
        checkComponent(component);
        return log.pending(component);
    }

    /** What components threw or reported, in order. Errors that were read here do not make {@link #close} fail. */
    public List<ComponentError> errors() {
        return log.readErrors();
    }

    /**
     * The instance that a task of a bolt works with now, to look at its fields.
     *
     * @param taskIndex its position among those of its component, from 0
     * @throws IllegalStateException if it has none: it failed and waits, or the driver is closed
     */
    public <T> T bolt(String component, Class<T> type, int taskIndex) {
        Component instance = instance(component, taskIndex);
        if (!(instance instanceof Bolt || instance instanceof BasicBolt)) {
            throw new IllegalArgumentException("Component '" + component + "' is a spout");
        }
        return cast(component, instance, type);
    }

    /** The instance that a task of a spout works with now. The rest is as for {@link #bolt}; it has one once it is opened. */
    public <T> T spout(String component, Class<T> type, int taskIndex) {
        Component instance = instance(component, taskIndex);
        if (!(instance instanceof Spout)) {
            throw new IllegalArgumentException("Component '" + component + "' is a bolt");
        }
        return cast(component, instance, type);
    }

    /** The ids of a component's tasks, ascending. */
    public List<Integer> tasks(String component) {
        checkComponent(component);
        return run.plan().layout().tasksOf(component).stream()
                .map(TaskId::number)
                .toList();
    }

    /** Forgets what was emitted and received, what has ended, and errors that were read. Everything else goes on. */
    public void clear() {
        log.clear();
    }

    public long seed() {
        return seed;
    }

    /**
     * Closes every instance.
     *
     * @throws AssertionError if there are errors that the test did not read by {@link #errors}; the first is its cause
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        run.close();
        List<ComponentError> unread = log.unreadErrors();
        if (!unread.isEmpty()) {
            StringBuilder text =
                    new StringBuilder("Components had errors that the test did not read (seed " + seed + "):");
            unread.forEach(error -> text.append('\n').append(error));
            throw new AssertionError(text.toString(), unread.get(0).error());
        }
    }

    @Override
    public String toString() {
        return "TopologyTestDriver of " + run.plan().layout() + ", seed " + seed + ", elapsed " + elapsed();
    }

    private Component instance(String component, int taskIndex) {
        TaskId task = task(component, taskIndex);
        Component instance = log.instance(task.number());
        if (instance == null) {
            throw failure("Task " + task + " of '" + component
                    + "' has no instance now: it failed and waits for one, or was not opened, or is closed");
        }
        return instance;
    }

    private static <T> T cast(String component, Component instance, Class<T> type) {
        if (!type.isInstance(instance)) {
            throw new IllegalArgumentException("Component '" + component + "' is a "
                    + instance.getClass().getName() + ", not a " + type.getName());
        }
        return type.cast(instance);
    }

    private TaskId task(String component, int index) {
        checkComponent(component);
        List<TaskId> tasks = run.plan().layout().tasksOf(component);
        if (index < 0 || index >= tasks.size()) {
            throw new IllegalArgumentException(
                    "Component '" + component + "' has " + tasks.size() + " tasks, none with index " + index);
        }
        return tasks.get(index);
    }

    private void checkComponent(String component) {
        run.checkComponent(component);
    }

    private void checkStream(String component, String stream) {
        checkComponent(component);
        Set<String> streams = run.plan().graph().streams(component).keySet();
        if (!streams.contains(stream)) {
            throw new IllegalArgumentException(
                    "Component '" + component + "' has no stream '" + stream + "'; it has " + streams);
        }
    }

    private IllegalStateException failure(String what) {
        return new IllegalStateException(what + " (seed " + seed + ")");
    }
}
