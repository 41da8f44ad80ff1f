package dev.gale.engine.executor;

import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.ack.PendingTable;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.tuple.RootId;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One task of a spout: its instance, what it has pending, and the collector that the instance emits through. */
final class SpoutTask implements SpoutOutputCollector {
    /** What became of a root, for the spout to be told. */
    private record Outcome(Object messageId, int stream, boolean acked, boolean timedOut) {}

    private final TaskPlan plan;
    private final Tracking tracking;
    private final TaskOutputs outputs;
    private final AckRoutes acks;
    private final ExecutorHost host;
    private final TaskCounters counters;
    private final TaskCounters.Output[] byStream;
    private final PendingTable pending;
    private final FailureBackoff backoff = FailureBackoff.ofSpout();
    private final ArrayDeque<Outcome> outcomes = new ArrayDeque<>();

    private @Nullable Spout spout;
    private boolean activated;
    private boolean finished;
    private boolean calling;
    private boolean ackingAtOnce;
    private long calls;
    private long emits;
    private long sampleNanos;
    private long ackedInARow;
    private int ackedStream;
    private int publishedPending;

    SpoutTask(
            TaskPlan plan,
            Tracking tracking,
            TaskOutputs outputs,
            AckRoutes acks,
            ExecutorHost host,
            TaskCounters counters) {
        this.plan = plan;
        this.tracking = tracking;
        this.outputs = outputs;
        this.acks = acks;
        this.host = host;
        this.counters = counters;
        byStream = new TaskCounters.Output[plan.outputs().size()];
        plan.outputs().forEach((stream, out) -> byStream[out.number()] = counters.output(stream));
        pending = new PendingTable(plan.task(), () -> host.freshIncarnation(plan.task()));
    }

    boolean isOpen() {
        return spout != null;
    }

    boolean isFinished() {
        return finished && pending.size() == 0 && outcomes.isEmpty();
    }

    boolean hasOutcomes() {
        return !outcomes.isEmpty();
    }

    /** Whether the spout may be asked for tuples, as far as this task goes. */
    boolean isAskable(int maxPending) {
        return activated && !finished && waiting() < maxPending;
    }

    /** Whether calls that other threads made may be carried out, as far as this task goes. */
    boolean takesCalls(int maxPending) {
        return activated && waiting() < maxPending;
    }

    private int waiting() {
        return pending.size() + outcomes.size();
    }

    /** How often this task has emitted. */
    long emits() {
        return emits;
    }

    /** @return 0 if all is well, nanoseconds to wait before the next attempt, or -1 for at once */
    long open() {
        plan.context().startNewInstance();
        Spout fresh = null;
        try {
            fresh = (Spout) plan.instances().get();
            fresh.open(plan.conf(), plan.context(), this);
            spout = fresh;
            return 0;
        } catch (Throwable e) {
            close(fresh);
            return startNewLife(e);
        }
    }

    /** Tells the spout that it is active or not, if it does not know. @return as {@link #open} */
    long activate(boolean active) {
        Spout instance = spout;
        if (instance == null || activated == active) {
            return 0;
        }
        activated = active;
        return call(active ? instance::activate : instance::deactivate);
    }

    /** @param nowNanos the clock, if it was just read, or 0. @return as {@link #open} */
    long nextTuple(long nowNanos) {
        Spout instance = spout;
        if (instance == null) {
            return 0;
        }
        sampleNanos = nowNanos;
        calling = true;
        try {
            instance.nextTuple();
            calls++;
            return 0;
        } catch (Throwable e) {
            return startNewLife(e);
        } finally {
            calling = false;
            sampleNanos = 0;
        }
    }

    /** A message about one root of this task. @return as {@link #open} */
    long onAck(AckKind kind, long root, long value, long nowNanos, boolean mayCall) {
        int slot = pending.find(root);
        if (slot < 0) {
            counters.strays().add(1);
            return 0;
        }
        switch (kind) {
            case ACK:
                if (!pending.ack(slot, value)) {
                    return 0;
                }
                break;
            case RESET:
            case PROGRESSED:
                pending.touch(slot);
                return 0;
            case COMPLETED:
            case FAIL:
            case FAILED:
            case EXPIRED:
                break;
            case INIT:
                throw new IllegalStateException("A spout does not take " + kind);
        }
        boolean acked = kind == AckKind.ACK || kind == AckKind.COMPLETED;
        Object messageId = pending.messageId(slot);
        int stream = pending.stream(slot);
        long since = pending.sampledNanos(slot);
        pending.end(slot);
        if (acked && since != 0) {
            counters.complete().add(nowNanos - since);
        }
        if (mayCall && outcomes.isEmpty()) {
            return tell(messageId, stream, acked, kind == AckKind.EXPIRED);
        }
        outcomes.add(new Outcome(messageId, stream, acked, kind == AckKind.EXPIRED));
        return 0;
    }

    /** Once a timeout: what had no progress for one to two of them fails. */
    void rotate() {
        // An acker tells what expired; the spout itself waits for longer than that can take, in case the acker is gone.
        int rotations = tracking == Tracking.BY_ACKERS ? 3 : 1;
        pending.rotate(rotations, (stream, messageId) -> outcomes.add(new Outcome(messageId, stream, false, true)));
        publish();
    }

    /** Makes the counts seen that are kept back in between, for speed. To be called after a batch of acks or emits. */
    void publish() {
        if (ackedInARow > 0) {
            byStream[ackedStream].acked().add(ackedInARow);
            ackedInARow = 0;
        }
        int now = waiting();
        if (now != publishedPending) {
            counters.pending().add(now - publishedPending);
            publishedPending = now;
        }
    }

    /** Tells the spout of one root that ended. @return as {@link #open} */
    long tellNext() {
        Outcome next = outcomes.poll();
        return next == null ? 0 : tell(next.messageId, next.stream, next.acked, next.timedOut);
    }

    void close() {
        Spout instance = spout;
        spout = null;
        activated = false;
        close(instance);
    }

    private void close(@Nullable Spout instance) {
        if (instance != null) {
            try {
                instance.close();
            } catch (Throwable e) {
                report(e);
            }
        }
    }

    private void countAcked(int stream) {
        if (stream != ackedStream) {
            publish();
            ackedStream = stream;
        }
        ackedInARow++;
    }

    private long tell(Object messageId, int stream, boolean acked, boolean timedOut) {
        Spout instance = spout;
        if (instance == null) {
            return 0;
        }
        if (plan.trace()) {
            host.trace((acked ? "acked " : timedOut ? "timed out " : "failed ") + plan.component() + "[" + plan.task()
                    + "] " + messageId);
        }
        if (acked) {
            countAcked(stream);
            calling = true;
            try {
                instance.ack(messageId);
                calls++;
                return 0;
            } catch (Throwable e) {
                return startNewLife(e);
            } finally {
                calling = false;
            }
        }
        byStream[stream].failed().add(1);
        if (timedOut) {
            counters.timedOut().add(1);
        }
        finished = false;
        return call(() -> instance.fail(messageId));
    }

    private long call(Runnable userCall) {
        calling = true;
        try {
            userCall.run();
            calls++;
            return 0;
        } catch (Throwable e) {
            return startNewLife(e);
        } finally {
            calling = false;
        }
    }

    /** What was pending is forgotten: acks for it find another incarnation, or none. */
    private long startNewLife(Throwable e) {
        report(e);
        close();
        pending.startNewLife();
        outcomes.clear();
        publish();
        finished = false;
        long wait = backoff.onFailure(calls);
        if (backoff.isHopeless(e)) {
            host.keepsFailing(plan.component(), plan.task(), e);
        }
        return wait == 0 ? -1 : wait;
    }

    private void report(Throwable e) {
        counters.errors().add(1);
        host.report(plan.component(), plan.task(), e);
    }

    @Override
    public List<Integer> emit(String streamId, List<Object> values, Object messageId) {
        return emit(outputs.stream(streamId), values, messageId);
    }

    @Override
    public List<Integer> emit(List<Object> values, Object messageId) {
        return emit(outputs.defaultStream(), values, messageId);
    }

    @Override
    public List<Integer> emit(List<Object> values) {
        return emit(outputs.defaultStream(), values, null);
    }

    @Override
    public List<Integer> emit(String streamId, List<Object> values) {
        return emit(outputs.stream(streamId), values, null);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> values, Object messageId) {
        outputs.checkThread();
        StreamOutput out = outputs.stream(streamId);
        Object[] own = TaskOutputs.own(values);
        out.chooseDirect(taskId, own);
        send(out, own, messageId);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> values) {
        outputs.checkThread();
        StreamOutput out = outputs.stream(streamId);
        Object[] own = TaskOutputs.own(values);
        out.chooseDirect(taskId, own);
        send(out, own, null);
    }

    private List<Integer> emit(StreamOutput out, List<Object> values, @Nullable Object messageId) {
        outputs.checkThread();
        Object[] own = TaskOutputs.own(values);
        List<Integer> ids = out.choose(own);
        send(out, own, messageId);
        return ids;
    }

    private void send(StreamOutput out, Object[] values, @Nullable Object messageId) {
        emits++;
        if (messageId == null) {
            outputs.untracked(out, values);
            return;
        }
        if (tracking == Tracking.NONE) {
            outputs.untracked(out, values);
            ackAtOnce(messageId, out.number());
            return;
        }
        if (out.count() == 0) {
            out.sent();
            outcomes.add(new Outcome(messageId, out.number(), true, false));
            return;
        }
        long root = pending.reserve();
        long xor = outputs.root(out, values, root);
        pending.open(root, xor, messageId, out.number(), sampleNanos);
        sampleNanos = 0;
        if (tracking == Tracking.BY_ACKERS) {
            acks.send(AckKind.INIT, root, xor);
        }
    }

    /** Within the emit, unless that was made by an ack: then the spout is told in a later step, so that the stack stays flat. */
    private void ackAtOnce(Object messageId, int stream) {
        if (ackingAtOnce || !outcomes.isEmpty() || !calling || spout == null) {
            outcomes.add(new Outcome(messageId, stream, true, false));
            return;
        }
        ackingAtOnce = true;
        try {
            countAcked(stream);
            spout.ack(messageId);
        } finally {
            ackingAtOnce = false;
        }
    }

    @Override
    public int getPendingCount() {
        outputs.checkThread();
        return waiting();
    }

    @Override
    public void finish() {
        outputs.checkThread();
        finished = true;
    }

    @Override
    public void reportError(Throwable error) {
        outputs.checkThread();
        report(error);
    }

    @Override
    public Emitter threadSafe() {
        return new PostedSpoutCalls(this, host);
    }

    /** The task that one message of a batch is about. */
    static int taskOf(AckBatch batch, int index) {
        return RootId.task(batch.root(index));
    }
}
