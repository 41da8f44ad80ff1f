package dev.gale.engine.executor;

import dev.gale.api.Streams;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.tuple.EdgeIds;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TrackedTuple;
import dev.gale.engine.tuple.TupleOrigin;
import dev.gale.engine.tuple.TupleValues;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The streams of one task, and the making of tuples for them: untracked, as the root of a tree, or anchored to inputs. */
final class TaskOutputs {
    private final String component;
    private final Map<String, StreamOutput> streams;
    private final @Nullable StreamOutput defaultStream;
    private final EdgeIds edges;
    private final @Nullable StrictValues strict;
    private final ExecutorHost host;
    private final boolean trace;
    private final boolean watched;

    TaskOutputs(TaskPlan plan, EdgeIds edges, @Nullable StrictValues strict, ExecutorHost host) {
        component = plan.component();
        streams = plan.outputs();
        defaultStream = streams.get(Streams.DEFAULT);
        this.edges = edges;
        this.strict = strict;
        this.host = host;
        trace = plan.trace();
        watched = trace || strict != null;
    }

    StreamOutput defaultStream() {
        return defaultStream != null ? defaultStream : stream(Streams.DEFAULT);
    }

    StreamOutput stream(String id) {
        StreamOutput stream = streams.get(id);
        if (stream == null) {
            throw new IllegalArgumentException("Component '" + component + "' did not declare stream '" + id
                    + "'; it declared " + new TreeSet<>(streams.keySet())
                    + ". Declare it in declareOutputFields, or emit to one of these");
        }
        return stream;
    }

    /**
     * The engine's own array of these values: a {@link Values}' own, which is closed to changes then, another tuple's, which never
     * changes, or a copy.
     */
    static Object[] own(List<Object> values) {
        if (values instanceof Values ours) {
            return ours.seal();
        }
        return values instanceof TupleValues shared ? shared.array() : values.toArray();
    }

    void checkThread() {
        host.checkThread(component);
    }

    /** To the targets that {@code out} has chosen; belongs to no tree. */
    void untracked(StreamOutput out, Object[] values) {
        TupleOrigin origin = origin(out, values);
        for (int i = 0; i < out.count(); i++) {
            out.target(i).add(new StreamTuple(origin, values));
        }
        out.sent();
    }

    /** To the targets that {@code out} has chosen, as the first tuples of a tree. @return the XOR of their edges */
    long root(StreamOutput out, Object[] values, long root) {
        TupleOrigin origin = origin(out, values);
        long xor = 0;
        for (int i = 0; i < out.count(); i++) {
            long edge = edges.next();
            xor ^= edge;
            out.target(i).add(new TrackedTuple(origin, values, root, edge));
        }
        out.sent();
        return xor;
    }

    /** To the targets that {@code out} has chosen, as children of {@code anchor}. */
    void anchored(StreamOutput out, Object[] values, StreamTuple anchor) {
        if (!(anchor instanceof TrackedTuple parent)) {
            checkOpen(anchor);
            untracked(out, values);
            return;
        }
        checkOpen(parent);
        if (!parent.isSingle()) {
            anchored(out, values, List.of(parent));
            return;
        }
        TupleOrigin origin = origin(out, values);
        long root = parent.root();
        for (int i = 0; i < out.count(); i++) {
            long edge = edges.next();
            out.target(i).add(new TrackedTuple(origin, values, root, edge));
            parent.addChild(0, edge);
        }
        out.sent();
    }

    /** To the targets that {@code out} has chosen, as children of all {@code anchors}, in all of their trees. */
    void anchored(StreamOutput out, Object[] values, Collection<? extends Tuple> anchors) {
        int most = 0;
        for (Tuple anchor : anchors) {
            StreamTuple tuple = tuple(anchor);
            checkOpen(tuple);
            most += tuple instanceof TrackedTuple parent ? parent.roots() : 0;
        }
        if (most == 0) {
            untracked(out, values);
            return;
        }
        TupleOrigin origin = origin(out, values);
        long[] drawn = new long[most];
        for (int i = 0; i < out.count(); i++) {
            for (int e = 0; e < most; e++) {
                drawn[e] = edges.next();
            }
            out.target(i).add(child(origin, values, anchors, drawn));
            addChildren(anchors, drawn);
        }
        out.sent();
    }

    /** One root of the child for each root of the anchors; an edge for each place where a root occurs among them. */
    private static TrackedTuple child(
            TupleOrigin origin, Object[] values, Collection<? extends Tuple> anchors, long[] drawn) {
        long[] pairs = new long[2 * drawn.length];
        int count = 0;
        int next = 0;
        for (Tuple anchor : anchors) {
            if (!(anchor instanceof TrackedTuple parent)) {
                continue;
            }
            for (int r = 0; r < parent.roots(); r++) {
                int at = 0;
                while (at < count && pairs[2 * at] != parent.root(r)) {
                    at++;
                }
                pairs[2 * at] = parent.root(r);
                pairs[2 * at + 1] ^= drawn[next++];
                count = Math.max(count, at + 1);
            }
        }
        long[] more = count == 1 ? null : Arrays.copyOfRange(pairs, 2, 2 * count);
        return new TrackedTuple(origin, values, pairs[0], pairs[1], more);
    }

    private static void addChildren(Collection<? extends Tuple> anchors, long[] drawn) {
        int next = 0;
        for (Tuple anchor : anchors) {
            if (anchor instanceof TrackedTuple parent) {
                for (int r = 0; r < parent.roots(); r++) {
                    parent.addChild(r, drawn[next++]);
                }
            }
        }
    }

    /** The engine's own tuple; others cannot be acked or anchored to. */
    static StreamTuple tuple(@Nullable Tuple tuple) {
        if (tuple instanceof StreamTuple ours) {
            return ours;
        }
        throw new IllegalArgumentException(
                "Not a tuple of this engine: " + (tuple == null ? null : tuple + " of " + tuple.getClass()));
    }

    /** Tells the holders of the tuple's trees. */
    static void settle(StreamTuple tuple, AckKind kind, AckRoutes routes) {
        if (tuple instanceof TrackedTuple tracked) {
            if (kind == AckKind.ACK && tracked.isSingle()) {
                routes.ack(tracked.root(), tracked.xor());
            } else {
                for (int r = 0; r < tracked.roots(); r++) {
                    routes.send(kind, tracked.root(r), kind == AckKind.ACK ? tracked.xor(r) : 0);
                }
            }
        }
    }

    void checkOpen(StreamTuple tuple) {
        if (tuple.isSettled()) {
            throw new IllegalStateException("Component '" + component + "' acked or failed this tuple before: " + tuple
                    + "; do so once, as the last step");
        }
    }

    /** In strict mode: whether the values are what they were at the emit. */
    boolean isAsEmitted(StreamTuple tuple) {
        if (strict == null) {
            return true;
        }
        try {
            return strict.fingerprint(tuple.values()) == tuple.origin().fingerprint();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private TupleOrigin origin(StreamOutput out, Object[] values) {
        return watched ? watch(out, values) : out.origin();
    }

    private TupleOrigin watch(StreamOutput out, Object[] values) {
        String stream = out.origin().stream();
        if (trace) {
            host.trace(TraceText.of("emit " + component + "/" + stream, () -> Arrays.toString(values)));
        }
        if (strict == null) {
            return out.origin();
        }
        try {
            return out.origin().withFingerprint(strict.fingerprint(values));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Component '" + component + "', stream '" + stream + "': " + e.getMessage(), e);
        }
    }
}
