package dev.gale.engine.executor;

import dev.gale.api.Fields;
import dev.gale.api.Streams;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.tuple.EdgeIds;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;
import dev.gale.engine.tuple.TupleOrigin;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes batches, tuple by tuple, for the tasks of one bolt executor. A batch from outside stops half-way while anything that it
 * emitted is held back; a batch of the executor's own cycle goes on, since what it waits for may come from it alone. A task that
 * threw gets a new instance, at once or after a wait; its inputs stay where they are meanwhile.
 */
public final class BoltExecutor extends ExecutorMachine {
    private static final TupleOrigin TICK =
            new TupleOrigin(Streams.SYSTEM_COMPONENT, -1, Streams.TICK, new Fields("rate_secs"));

    /** What a slow call emitted waits no longer than about this long for the next ones. */
    private static final long FLUSH_NANOS = 50_000;

    private final int firstTask;
    private final BoltTask[] tasks;
    private final long tickNanos;
    private final Pacer pacer;
    private final InputCursor outside = new InputCursor();
    private final InputCursor cycle = new InputCursor();

    private long nextTick = Long.MAX_VALUE;
    private long resumeAt = Long.MAX_VALUE;
    private boolean resting = true;
    private long lastFlush;

    /**
     * @param plans of the tasks, ascending without gaps
     * @param tick null for none
     */
    public BoltExecutor(
            List<TaskPlan> plans,
            List<TaskCounters> counters,
            OutboxSet outboxes,
            int overflowLimit,
            AckRoutes acks,
            @Nullable Duration tick,
            @Nullable StrictValues strict,
            EdgeIds edges,
            ExecutorHost host,
            LongSupplier nanoClock) {
        super(outboxes, overflowLimit);
        firstTask = plans.get(0).task();
        tasks = new BoltTask[plans.size()];
        for (int i = 0; i < tasks.length; i++) {
            TaskPlan plan = plans.get(i);
            tasks[i] = new BoltTask(
                    plan, new TaskOutputs(plan, edges, strict, host), acks, host, counters.get(i), nanoClock);
        }
        tickNanos = tick == null ? 0 : tick.toNanos();
        pacer = new Pacer(nanoClock);
    }

    @Override
    public void open(long nowNanos) {
        lastFlush = nowNanos;
        prepare(nowNanos);
        if (tickNanos > 0) {
            nextTick = nowNanos + tickNanos;
        }
    }

    @Override
    public boolean isOpen() {
        return !resting;
    }

    @Override
    public boolean isUnderWay() {
        return !outside.isDone() || !cycle.isDone();
    }

    @Override
    public boolean wantsOutside() {
        return !resting && outside.isDone() && held() == 0;
    }

    @Override
    public boolean wantsCycle() {
        return !resting && cycle.isDone();
    }

    @Override
    public void onOutside(TupleBatch batch) {
        outside.start(batch);
    }

    @Override
    public void onCycle(TupleBatch batch) {
        cycle.start(batch);
    }

    @Override
    public void onAcks(AckBatch batch, long nowNanos) {
        throw new IllegalStateException("A bolt keeps no trees, but was sent " + batch.kind());
    }

    @Override
    public Step step(long nowNanos) {
        boolean worked = false;
        if (!resting && !cycle.isDone()) {
            worked = run(cycle, false);
        }
        if (!resting && !outside.isDone() && held() == 0) {
            worked |= run(outside, true);
        }
        return worked ? Step.WORKED : Step.IDLE;
    }

    @Override
    public void poll(long nowNanos) {
        if (resting) {
            if (resumeAt != Long.MAX_VALUE && nowNanos - resumeAt >= 0) {
                prepare(nowNanos);
            }
            return;
        }
        if (nowNanos - nextTick >= 0 && nextTick != Long.MAX_VALUE && mayCall()) {
            long late = (nowNanos - nextTick) % tickNanos;
            nextTick = nowNanos - late + tickNanos;
            double seconds = tickNanos / 1e9;
            for (BoltTask task : tasks) {
                rest(task.execute(new StreamTuple(
                        TICK, new Object[] {seconds == Math.rint(seconds) ? (Object) (long) seconds : seconds})));
            }
        }
    }

    @Override
    public long nextDeadlineNanos() {
        if (resting) {
            return resumeAt;
        }
        // A tick that is due waits for room, not for the clock.
        return mayCall() ? nextTick : Long.MAX_VALUE;
    }

    @Override
    public void setActive(boolean active, long nowNanos) {
        // Bolts go on: what is under way is to be finished.
    }

    @Override
    public void close() {
        for (BoltTask task : tasks) {
            task.cleanup();
        }
    }

    private boolean run(InputCursor cursor, boolean fromOutside) {
        BoltTask task = tasks[cursor.target - firstTask];
        StreamTuple[] tuples = cursor.tuples;
        int count = cursor.count;
        int start = cursor.position;
        int position = start;
        while (position < count && !(fromOutside && held() != 0)) {
            StreamTuple tuple = tuples[position++];
            if (!pacer.isDue()) {
                long wait = task.execute(tuple);
                if (wait != 0) {
                    rest(wait);
                    break;
                }
                continue;
            }
            long wait = task.executeSampled(tuple, pacer);
            long now = pacer.last();
            if (now - lastFlush > FLUSH_NANOS) {
                lastFlush = now;
                flush();
                if (wait == 0 && position < count) {
                    cursor.position = position;
                    return true;
                }
            }
            if (wait != 0) {
                rest(wait);
                break;
            }
        }
        cursor.position = position;
        return position > start;
    }

    /** After a call that failed: a new instance at once, or a rest of all tasks until the longest wait is over. */
    private void rest(long wait) {
        if (wait == 0) {
            return;
        }
        long now = pacer.read();
        if (wait > 0) {
            long until = now + wait;
            resumeAt = resting && resumeAt - until > 0 ? resumeAt : until;
            resting = true;
        } else if (!resting) {
            prepare(now);
        }
    }

    private void prepare(long nowNanos) {
        resting = false;
        for (BoltTask task : tasks) {
            if (!task.isPrepared()) {
                long wait = task.prepare();
                if (!task.isPrepared()) {
                    resting = true;
                    resumeAt = nowNanos + wait;
                    return;
                }
            }
        }
    }
}
