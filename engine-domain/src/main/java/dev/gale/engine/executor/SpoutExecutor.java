package dev.gale.engine.executor;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.tuple.EdgeIds;
import dev.gale.engine.tuple.TupleBatch;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the tasks of one spout executor for tuples, and tells them what became of these. A spout is asked while the topology is
 * active, nothing is held back and the task has less pending than its limit. A task that threw forgets what it had pending and gets
 * a new instance, at once or after a wait.
 */
public final class SpoutExecutor extends ExecutorMachine {
    /** Calls of nextTuple before acks are looked at again. */
    private static final int BURST = 128;

    /** What slow calls emitted waits no longer than about this long for the next ones. */
    private static final long FLUSH_NANOS = 50_000;

    private final int firstTask;
    private final SpoutTask[] tasks;
    private final int maxPending;
    private final long timeoutNanos;
    private final Pacer pacer;
    private final ExecutorHost host;

    private boolean active;
    private boolean resting = true;
    private long resumeAt = Long.MAX_VALUE;
    private long nextRotation = Long.MAX_VALUE;
    private boolean toldFinished;

    /**
     * @param plans of the tasks, ascending without gaps
     * @param maxPending of each task
     * @param timeout null for none
     */
    public SpoutExecutor(
            List<TaskPlan> plans,
            List<TaskCounters> counters,
            OutboxSet outboxes,
            int overflowLimit,
            Tracking tracking,
            AckRoutes acks,
            int maxPending,
            @Nullable Duration timeout,
            @Nullable StrictValues strict,
            EdgeIds edges,
            ExecutorHost host,
            LongSupplier nanoClock) {
        super(outboxes, overflowLimit);
        this.maxPending = maxPending;
        this.host = host;
        firstTask = plans.get(0).task();
        tasks = new SpoutTask[plans.size()];
        for (int i = 0; i < tasks.length; i++) {
            TaskPlan plan = plans.get(i);
            tasks[i] = new SpoutTask(
                    plan, tracking, new TaskOutputs(plan, edges, strict, host), acks, host, counters.get(i));
        }
        timeoutNanos = timeout == null || tracking == Tracking.NONE ? 0 : timeout.toNanos();
        pacer = new Pacer(nanoClock);
    }

    @Override
    public void open(long nowNanos) {
        openMissing(nowNanos);
        if (timeoutNanos > 0) {
            nextRotation = nowNanos + timeoutNanos;
        }
    }

    @Override
    public boolean isOpen() {
        return !resting;
    }

    /** Not while the topology is inactive or a task has too much pending: what others emit waits as what the spout does. */
    @Override
    public boolean takesCalls() {
        boolean takes = mayCall() && !resting;
        for (SpoutTask task : tasks) {
            takes &= task.takesCalls(maxPending);
        }
        return takes;
    }

    @Override
    public boolean wantsOutside() {
        return false;
    }

    @Override
    public boolean wantsCycle() {
        return false;
    }

    @Override
    public void onOutside(TupleBatch batch) {
        throw new IllegalStateException("A spout has no inputs, but was sent tuples for task " + batch.target());
    }

    @Override
    public void onCycle(TupleBatch batch) {
        onOutside(batch);
    }

    @Override
    public void onAcks(AckBatch batch, long nowNanos) {
        AckKind kind = batch.kind();
        for (int i = 0; i < batch.count(); i++) {
            int index = SpoutTask.taskOf(batch, i) - firstTask;
            if (index >= 0 && index < tasks.length) {
                rest(
                        tasks[index].onAck(kind, batch.root(i), batch.value(i), nowNanos, !resting && mayCall()),
                        nowNanos);
            }
        }
    }

    @Override
    public Step step(long nowNanos) {
        if (resting) {
            return Step.IDLE;
        }
        boolean worked = tellOutcomes(nowNanos);
        for (SpoutTask task : tasks) {
            if (mayCall()) {
                worked |= rest(task.activate(active), nowNanos);
            }
        }
        boolean asked = false;
        if (active) {
            for (SpoutTask task : tasks) {
                if (!resting && held() == 0 && task.isAskable(maxPending)) {
                    asked = true;
                    worked |= ask(task);
                    task.publish();
                }
            }
        }
        tellFinished();
        return worked ? Step.WORKED : asked ? Step.ASK_AGAIN : Step.IDLE;
    }

    @Override
    public void poll(long nowNanos) {
        if (resting && resumeAt != Long.MAX_VALUE && nowNanos - resumeAt >= 0) {
            openMissing(nowNanos);
        }
        if (nextRotation != Long.MAX_VALUE && nowNanos - nextRotation >= 0) {
            // Not sooner, even if this one came late: two rotations are to be a whole timeout apart.
            nextRotation = nowNanos + timeoutNanos;
            for (SpoutTask task : tasks) {
                task.rotate();
            }
        }
    }

    @Override
    public long nextDeadlineNanos() {
        if (!resting || resumeAt == Long.MAX_VALUE) {
            return nextRotation;
        }
        return nextRotation == Long.MAX_VALUE || resumeAt - nextRotation < 0 ? resumeAt : nextRotation;
    }

    @Override
    public void setActive(boolean active, long nowNanos) {
        this.active = active;
    }

    @Override
    public void close() {
        for (SpoutTask task : tasks) {
            task.close();
        }
    }

    /** @return whether the task emitted or failed */
    private boolean ask(SpoutTask task) {
        long before = task.emits();
        for (int call = 0; call < BURST; call++) {
            long emits = task.emits();
            boolean due = pacer.isDue();
            long last = pacer.last();
            long now = due ? pacer.read() : 0;
            long wait = task.nextTuple(now);
            if (wait != 0) {
                rest(wait, pacer.read());
                return true;
            }
            boolean slow = due && now - last > FLUSH_NANOS;
            if (slow) {
                flush();
            }
            if (slow || task.emits() == emits || held() != 0 || !task.isAskable(maxPending)) {
                break;
            }
        }
        return task.emits() != before;
    }

    private boolean tellOutcomes(long nowNanos) {
        boolean told = false;
        for (SpoutTask task : tasks) {
            for (int i = 0; i < BURST && task.hasOutcomes() && task.isOpen() && mayCall(); i++) {
                rest(task.tellNext(), nowNanos);
                told = true;
            }
            task.publish();
        }
        return told;
    }

    private void tellFinished() {
        boolean finished = true;
        for (SpoutTask task : tasks) {
            finished &= task.isFinished();
        }
        if (finished != toldFinished) {
            toldFinished = finished;
            host.finished(finished);
        }
    }

    /**
     * After a call that failed: a new instance at once, or a rest of all tasks until the longest wait is over.
     *
     * @return whether it failed
     */
    private boolean rest(long wait, long nowNanos) {
        if (wait == 0) {
            return false;
        }
        if (wait > 0) {
            long until = nowNanos + wait;
            resumeAt = resting && resumeAt - until > 0 ? resumeAt : until;
            resting = true;
        } else if (!resting) {
            openMissing(nowNanos);
        }
        tellFinished();
        return true;
    }

    private void openMissing(long nowNanos) {
        resting = false;
        for (SpoutTask task : tasks) {
            if (!task.isOpen()) {
                long wait = task.open();
                if (!task.isOpen()) {
                    resting = true;
                    resumeAt = nowNanos + Math.max(0, wait);
                    return;
                }
            }
        }
    }
}
