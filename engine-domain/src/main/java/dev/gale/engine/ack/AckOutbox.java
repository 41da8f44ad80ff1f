package dev.gale.engine.ack;

import org.jspecify.annotations.Nullable;

/**
 * Ack messages of one executor on their way to another. Batches them; values for the same root that follow each other are merged.
 * What the receiver refuses is merged by root, so that live roots bound it. Single-threaded.
 */
public final class AckOutbox {
    /** Where batches go. */
    public interface Inlet {
        /** @return false if there is no room now; the batch is the caller's still */
        boolean offer(AckBatch batch);
    }

    /** Lends the arrays of batches, so that a busy stream of acks allocates none. Used by several threads. */
    public interface Arrays {
        /** An array of {@code 2 * BATCH} longs, whatever is in it. */
        long[] take();
    }

    /** Messages a batch. */
    public static final int BATCH = 128;

    private static final AckKind[] KINDS = AckKind.values();

    private final AckKind busy;
    private final Inlet inlet;
    private final Arrays arrays;

    private long @Nullable [] batch;
    private int count;

    /** By kind; the busy one only when it was refused. */
    private final @Nullable LongTable[] held = new LongTable[KINDS.length];

    /** Messages in {@link #held}. */
    private int heldCount;

    /** A full batch, or one of those held, that was refused the last time and is to be offered first. */
    private @Nullable AckBatch refused;

    /** Whether whoever flushes was told to, since the last time that nothing was left. */
    private boolean announced;

    /** @param busy the kind that is sent in number, and batched as it comes */
    public AckOutbox(AckKind busy, Inlet inlet, Arrays arrays) {
        this.busy = busy;
        this.inlet = inlet;
        this.arrays = arrays;
    }

    /** Sends the busy kind. @return whether this outbox is to be flushed in due time, and that was not said before */
    public boolean send(long root, long value) {
        long[] pairs = batch;
        int filled = count;
        if (pairs == null) {
            pairs = batch = arrays.take();
        } else if (filled > 0 && pairs[2 * filled - 2] == root) {
            pairs[2 * filled - 1] ^= value;
            return false;
        } else if (filled == BATCH) {
            handOverBatch();
            pairs = batch;
            if (pairs == null) {
                pairs = batch = arrays.take();
            }
            filled = 0;
        }
        pairs[2 * filled] = root;
        pairs[2 * filled + 1] = value;
        count = filled + 1;
        return filled == 0 && announce();
    }

    /** Sends a message of any kind. @return as {@link #send(long, long)} */
    public boolean send(AckKind kind, long root, long value) {
        if (kind == busy) {
            return send(root, value);
        }
        hold(kind, root, value);
        return announce();
    }

    public boolean isEmpty() {
        return count == 0 && heldCount == 0 && refused == null;
    }

    /** Hands over what there is. @return whether all of it was accepted */
    public boolean flush() {
        if (!handOverHeld()) {
            return false;
        }
        if (count > 0) {
            handOverBatch();
        }
        announced = !isEmpty();
        return !announced;
    }

    private boolean announce() {
        boolean first = !announced;
        announced = true;
        return first;
    }

    private void handOverBatch() {
        long[] pairs = batch;
        int filled = count;
        if (pairs == null) {
            return;
        }
        if (handOverHeld()) {
            if (filled == BATCH) {
                batch = null;
                count = 0;
                offer(new AckBatch(busy, pairs, filled));
            } else if (inlet.offer(new AckBatch(busy, pairs, filled))) {
                batch = null;
                count = 0;
            }
            // Or what was refused takes more messages while it waits.
            return;
        }
        count = 0;
        for (int i = 0; i < filled; i++) {
            hold(busy, pairs[2 * i], pairs[2 * i + 1]);
        }
    }

    private boolean offer(AckBatch full) {
        if (inlet.offer(full)) {
            return true;
        }
        refused = full;
        return false;
    }

    private void hold(AckKind kind, long root, long value) {
        LongTable table = held[kind.ordinal()];
        if (table == null) {
            table = held[kind.ordinal()] = new LongTable();
        }
        int before = table.size();
        int slot = table.findOrAdd(root);
        table.first(slot, table.first(slot) ^ value);
        heldCount += table.size() - before;
    }

    private boolean handOverHeld() {
        AckBatch first = refused;
        if (first != null) {
            refused = null;
            if (!offer(first)) {
                return false;
            }
        }
        for (int i = 0; i < KINDS.length && heldCount > 0; i++) {
            LongTable table = held[i];
            while (table != null && table.size() > 0) {
                if (!offer(take(KINDS[i], table))) {
                    return false;
                }
            }
        }
        return true;
    }

    private AckBatch take(AckKind kind, LongTable table) {
        long[] pairs = arrays.take();
        int taken = table.drain(pairs, BATCH);
        heldCount -= taken;
        return new AckBatch(kind, pairs, taken);
    }
}
