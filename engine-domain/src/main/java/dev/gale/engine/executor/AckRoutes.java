package dev.gale.engine.executor;

import dev.gale.engine.ack.AckKind;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.tuple.RootId;
import org.jspecify.annotations.Nullable;

/** Where an executor's ack messages go: to the spout task in the root, to the root's acker, or nowhere. */
public final class AckRoutes {
    private final @Nullable AckOutbox @Nullable [] spouts;
    private final AckOutbox @Nullable [] ackers;
    private final OutboxSet set;

    private AckRoutes(@Nullable AckOutbox @Nullable [] spouts, AckOutbox @Nullable [] ackers, OutboxSet set) {
        this.spouts = spouts;
        this.ackers = ackers;
        this.set = set;
    }

    /** Trees are kept by the spouts. @param byTask outboxes by task id; null where the task is not a spout's */
    public static AckRoutes toSpouts(@Nullable AckOutbox[] byTask, OutboxSet set) {
        return new AckRoutes(byTask, null, set);
    }

    /** Trees are kept by ackers, each root by one of them. */
    public static AckRoutes toAckers(AckOutbox[] ackers, OutboxSet set) {
        return new AckRoutes(null, ackers, set);
    }

    /** Nothing is tracked. */
    public static AckRoutes none(OutboxSet set) {
        return new AckRoutes(null, null, set);
    }

    void send(AckKind kind, long root, long value) {
        AckOutbox outbox = route(root);
        if (outbox != null && outbox.send(kind, root, value)) {
            set.list(outbox);
        }
    }

    void ack(long root, long value) {
        AckOutbox outbox = route(root);
        if (outbox != null && outbox.send(AckKind.ACK, root, value)) {
            set.list(outbox);
        }
    }

    private @Nullable AckOutbox route(long root) {
        if (spouts != null) {
            int task = RootId.task(root);
            return task < spouts.length ? spouts[task] : null;
        }
        if (ackers != null) {
            // From the high bits of the hash: an acker's table of its roots takes its slots from lower ones.
            long hash = root * 0x9E3779B97F4A7C15L >>> 32;
            return ackers[(int) (hash * ackers.length >>> 32)];
        }
        return null;
    }
}
