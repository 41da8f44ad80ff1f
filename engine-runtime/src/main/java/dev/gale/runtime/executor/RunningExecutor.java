package dev.gale.runtime.executor;

import dev.gale.engine.executor.ExecutorAssembly;
import dev.gale.engine.executor.ExecutorHost;
import dev.gale.engine.executor.ExecutorMachine;
import dev.gale.engine.executor.SpoutExecutor;
import dev.gale.engine.executor.Surroundings;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.stats.Figures;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.stats.TimeSpent;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One executor with its thread, inbox and counters. */
public final class RunningExecutor implements ExecutorHost {
    private static final Logger LOG = LoggerFactory.getLogger(RunningExecutor.class);

    private final ExecutorId id;
    private final Inbox inbox;
    private final ExecutorListener listener;
    private final ExecutorMachine machine;
    private final ExecutorThread loop;
    private final Thread thread;
    private final Map<TaskId, TaskCounters> counters = new TreeMap<>();
    private final boolean spout;
    private final Object life = new Object();

    /** @param inbox made before, since other executors' ways lead there */
    public RunningExecutor(
            TopologyPlan topology,
            ExecutorId id,
            Inbox inbox,
            Surroundings surroundings,
            BatchReader reader,
            ExecutorListener listener,
            SpinPermits spins,
            RandomGenerator random,
            LongSupplier nanoClock,
            ThreadFactory threads) {
        this.id = id;
        this.inbox = inbox;
        this.listener = listener;
        id.tasks().forEach(task -> counters.put(task, new TaskCounters()));
        machine = ExecutorAssembly.assemble(
                topology, id, surroundings, this, random, nanoClock, task -> counters.get(task));
        loop = new ExecutorThread(
                machine,
                inbox,
                reader,
                (AckArrays) surroundings.ackArrays(),
                spins,
                nanoClock,
                () -> listener.opened(id));
        spout = machine instanceof SpoutExecutor;
        thread = threads.newThread(this::run);
    }

    public ExecutorId id() {
        return id;
    }

    /** Stands for this executor and no other of the same id, and keeps nothing of it. */
    public Object life() {
        return life;
    }

    public Map<TaskId, TaskCounters> counters() {
        return counters;
    }

    /** Everything since its start; no figure ever goes back. */
    public Figures figures() {
        return ExecutorFigures.of(
                id.component(),
                spout,
                counters.values(),
                new TimeSpent(
                        loop.busyNanos().get(),
                        loop.blockedNanos().get(),
                        loop.idleNanos().get()));
    }

    /** How full its fuller lane of tuples is, from 0 to about 1. */
    public double queueFill() {
        return inbox.fill();
    }

    /** Moves on whenever the executor does something. */
    public long turns() {
        return loop.turns().get();
    }

    /** Moves on with each input that is executed, too; a turn may be many. */
    public long steps() {
        long steps = turns();
        for (TaskCounters task : counters.values()) {
            for (TaskCounters.Input input : task.inputs().values()) {
                steps += input.executed().get();
            }
        }
        return steps;
    }

    /** Moves on while the executor waits for input, or for others to take what it has. */
    public long waitedNanos() {
        return loop.blockedNanos().get() + loop.idleNanos().get();
    }

    /** Nothing waits to be done, and nothing is under way in this executor. */
    public boolean isAtRest() {
        return loop.isAtRest();
    }

    /** Whether its thread does something, such as a call into user code, instead of waiting; not before all is prepared. */
    public boolean isAtWork() {
        return loop.isAtWork();
    }

    /** What its thread does at this moment. */
    public StackTraceElement[] stackTrace() {
        return thread.getStackTrace();
    }

    public void start() {
        thread.start();
    }

    public void setActive(boolean active) {
        loop.setActive(active);
    }

    public void stop() {
        loop.stop();
    }

    /** Waits for the thread. @return whether it has ended */
    public boolean join(long millis) throws InterruptedException {
        thread.join(Math.max(1, millis));
        return !thread.isAlive();
    }

    /** For user code that does not return. */
    public void interrupt() {
        thread.interrupt();
    }

    private void run() {
        try {
            loop.run();
        } catch (Throwable e) {
            listener.died(id, e);
        }
    }

    @Override
    public void checkThread(String component) {
        if (Thread.currentThread() != thread) {
            throw foreign(component);
        }
    }

    private static IllegalStateException foreign(String component) {
        return new IllegalStateException("The collector of component '" + component + "' was called by thread '"
                + Thread.currentThread().getName()
                + "'; it belongs to its executor's thread. Use collector.threadSafe() for others");
    }

    @Override
    public void post(Runnable call) {
        loop.post(call);
    }

    @Override
    public void report(String component, int task, Throwable error) {
        if (inbox.wakeup().isOwner()) {
            // The next call into user code shall not find what this one left behind.
            Thread.interrupted();
        }
        listener.error(component, task, error);
    }

    @Override
    public void keepsFailing(String component, int task, Throwable error) {
        listener.keepsFailing(component, task, error);
    }

    @Override
    public int freshIncarnation(int task) {
        return listener.freshIncarnation(task);
    }

    @Override
    public void finished(boolean finished) {
        listener.finished(id, finished);
    }

    @Override
    public void trace(String line) {
        LOG.info("{}", line);
    }
}
