package dev.gale.engine.executor;

import dev.gale.api.BasicBolt;
import dev.gale.api.Bolt;
import dev.gale.api.Component;
import dev.gale.api.OutputCollector;
import dev.gale.api.Tuple;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleOrigin;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One task of a bolt: its instance, and the collector that the instance emits and acks through. */
final class BoltTask implements OutputCollector {
    /** A tuple that is not acked or failed for this long is no longer waited for, to measure others. */
    private static final long LONGEST_SAMPLE_NANOS = 60_000_000_000L;

    private final TaskPlan plan;
    private final TaskOutputs outputs;
    private final AckRoutes acks;
    private final ExecutorHost host;
    private final TaskCounters counters;
    private final LongSupplier nanoClock;
    private final FailureBackoff backoff = FailureBackoff.ofBolt();

    private @Nullable Bolt bolt;
    private long calls;

    private @Nullable TupleOrigin lastOrigin;
    private TaskCounters.@Nullable Input lastInput;

    /** The tuple whose process latency is being taken; it may be acked in a later call. */
    private @Nullable StreamTuple sampled;

    private long sampledSince;

    BoltTask(
            TaskPlan plan,
            TaskOutputs outputs,
            AckRoutes acks,
            ExecutorHost host,
            TaskCounters counters,
            LongSupplier nanoClock) {
        this.plan = plan;
        this.outputs = outputs;
        this.acks = acks;
        this.host = host;
        this.counters = counters;
        this.nanoClock = nanoClock;
    }

    boolean isPrepared() {
        return bolt != null;
    }

    /** @return 0, or nanoseconds to wait before the next attempt */
    long prepare() {
        plan.context().startNewInstance();
        Bolt fresh = null;
        try {
            Component component = plan.instances().get();
            fresh = component instanceof BasicBolt basic ? new BasicBoltRunner(basic) : (Bolt) component;
            fresh.prepare(plan.conf(), plan.context(), this);
            bolt = fresh;
            return 0;
        } catch (Throwable e) {
            long wait = failed(e);
            cleanup(fresh);
            return wait;
        }
    }

    /** @return 0 if all is well, nanoseconds until a new instance is to be prepared, or -1 for at once */
    long execute(StreamTuple tuple) {
        Bolt instance = bolt;
        if (instance == null) {
            throw new IllegalStateException("Task " + plan.task() + " of '" + plan.component() + "' is not prepared");
        }
        TupleOrigin origin = tuple.origin();
        if (origin.fingerprint() != 0 && !outputs.isAsEmitted(tuple)) {
            refuse(tuple);
            return 0;
        }
        input(origin).executed().add(1);
        try {
            instance.execute(tuple);
            calls++;
            return 0;
        } catch (Throwable e) {
            return onThrown(tuple, e);
        }
    }

    /** As {@link #execute}, and takes the latencies. */
    long executeSampled(StreamTuple tuple, Pacer pacer) {
        long since = pacer.read();
        if (sampled == null || since - sampledSince > LONGEST_SAMPLE_NANOS) {
            sampled = tuple;
            sampledSince = since;
        }
        long wait = execute(tuple);
        input(tuple.origin()).execute().add(pacer.read() - since);
        return wait;
    }

    void cleanup() {
        Bolt instance = bolt;
        bolt = null;
        cleanup(instance);
    }

    private void cleanup(@Nullable Bolt instance) {
        if (instance != null) {
            try {
                instance.cleanup();
            } catch (Throwable e) {
                report(e);
            }
        }
    }

    /** In strict mode: the emitting component is to blame, and this one does not see the tuple. */
    private void refuse(StreamTuple tuple) {
        host.report(
                tuple.getSourceComponent(),
                tuple.getSourceTask(),
                new IllegalStateException(
                        "Component '" + tuple.getSourceComponent() + "' changed a value after emitting it on stream '"
                                + tuple.getSourceStreamId() + "' to '" + plan.component() + "': " + tuple
                                + ". Emit a copy, or stop changing what was emitted"));
        settle(tuple, AckKind.FAIL);
    }

    private long onThrown(StreamTuple tuple, Throwable e) {
        if (!tuple.isSettled() && !tuple.isTick()) {
            settle(tuple, AckKind.FAIL);
        }
        long wait = failed(e);
        cleanup();
        return wait == 0 ? -1 : wait;
    }

    private long failed(Throwable e) {
        report(e);
        long wait = backoff.onFailure(calls);
        if (backoff.isHopeless(e)) {
            host.keepsFailing(plan.component(), plan.task(), e);
        }
        return wait;
    }

    private void report(Throwable e) {
        counters.errors().add(1);
        host.report(plan.component(), plan.task(), e);
    }

    private TaskCounters.Input input(TupleOrigin origin) {
        if (origin != lastOrigin || lastInput == null) {
            lastOrigin = origin;
            lastInput = counters.input(origin.component(), origin.stream());
        }
        return lastInput;
    }

    private void settle(StreamTuple tuple, AckKind kind) {
        outputs.checkOpen(tuple);
        TaskOutputs.settle(tuple, kind, acks);
        tuple.settle();
        TaskCounters.Input input = input(tuple.origin());
        (kind == AckKind.ACK ? input.acked() : input.failed()).add(1);
        if (tuple == sampled) {
            sampled = null;
            if (kind == AckKind.ACK) {
                input.process().add(nanoClock.getAsLong() - sampledSince);
            }
        }
        if (plan.trace()) {
            host.trace(kind + " " + plan.component() + "[" + plan.task() + "] " + tuple);
        }
    }

    @Override
    public List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> values) {
        return emit(outputs.stream(streamId), anchors, values);
    }

    private List<Integer> emit(StreamOutput out, Collection<Tuple> anchors, List<Object> values) {
        outputs.checkThread();
        Object[] own = TaskOutputs.own(values);
        List<Integer> ids = out.choose(own);
        outputs.anchored(out, own, anchors);
        return ids;
    }

    @Override
    public List<Integer> emit(String streamId, Tuple anchor, List<Object> values) {
        return emit(outputs.stream(streamId), anchor, values);
    }

    @Override
    public List<Integer> emit(Tuple anchor, List<Object> values) {
        return emit(outputs.defaultStream(), anchor, values);
    }

    private List<Integer> emit(StreamOutput out, Tuple anchor, List<Object> values) {
        outputs.checkThread();
        Object[] own = TaskOutputs.own(values);
        List<Integer> ids = out.choose(own);
        outputs.anchored(out, own, TaskOutputs.tuple(anchor));
        return ids;
    }

    @Override
    public List<Integer> emit(String streamId, List<Object> values) {
        return emit(outputs.stream(streamId), values);
    }

    @Override
    public List<Integer> emit(List<Object> values) {
        return emit(outputs.defaultStream(), values);
    }

    private List<Integer> emit(StreamOutput out, List<Object> values) {
        outputs.checkThread();
        Object[] own = TaskOutputs.own(values);
        List<Integer> ids = out.choose(own);
        outputs.untracked(out, own);
        return ids;
    }

    @Override
    public void emitDirect(int taskId, String streamId, Collection<Tuple> anchors, List<Object> values) {
        outputs.checkThread();
        Object[] own = TaskOutputs.own(values);
        StreamOutput out = outputs.stream(streamId);
        out.chooseDirect(taskId, own);
        outputs.anchored(out, own, anchors);
    }

    @Override
    public void ack(Tuple input) {
        outputs.checkThread();
        settle(TaskOutputs.tuple(input), AckKind.ACK);
    }

    @Override
    public void fail(Tuple input) {
        outputs.checkThread();
        settle(TaskOutputs.tuple(input), AckKind.FAIL);
    }

    @Override
    public void resetTimeout(Tuple input) {
        outputs.checkThread();
        StreamTuple tuple = TaskOutputs.tuple(input);
        outputs.checkOpen(tuple);
        TaskOutputs.settle(tuple, AckKind.RESET, acks);
    }

    @Override
    public void reportError(Throwable error) {
        outputs.checkThread();
        report(error);
    }

    @Override
    public Handle threadSafe() {
        return new PostedBoltCalls(this, host);
    }
}
