package dev.gale.engine.ack;

import dev.gale.engine.tuple.RootId;
import java.util.Arrays;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one spout task emitted and does not yet know the end of. A root's slot is the low bits of its sequence, so that a look-up is
 * one array access; an occupied slot is skipped by taking the next sequence. Single-threaded. The same calls give the same outcomes.
 *
 * <p>A root ends once: by {@link #ack} that brings its XOR to 0, by {@link #end}, or by {@link #rotate}. Whatever comes for it later
 * finds nothing, since a sequence is not used twice in an incarnation; messages for other incarnations are counted as strays.
 */
public final class PendingTable {
    /** Takes the roots that ended by timeout. */
    public interface Expiry {
        void expired(int stream, Object messageId);
    }

    private static final int INITIAL_SLOTS = 256;
    private static final long FREE = 0;
    private static final int STRIDE = 4;
    private static final int XOR = 1;
    private static final int NANOS = 2;
    private static final int EPOCH_AND_STREAM = 3;
    private static final int STREAM_BITS = 16;
    private static final long STREAM_MASK = (1 << STREAM_BITS) - 1;

    private final int task;
    private final IntSupplier incarnations;

    private int incarnation;
    private long sequence;
    private int size;
    private long epoch;
    private long strays;

    /** Root, XOR, time of the emit, and epoch and stream in one, for each slot: what a message needs lies together. */
    private long[] trees = new long[INITIAL_SLOTS * STRIDE];

    private int mask = INITIAL_SLOTS - 1;
    private @Nullable Object[] messageIds = new Object[INITIAL_SLOTS];

    /** @param incarnations gives a fresh one for every life of the task, and when the sequences of one are used up */
    public PendingTable(int task, IntSupplier incarnations) {
        this(task, incarnations, 0);
    }

    /** @param sequence the last one that counts as used */
    PendingTable(int task, IntSupplier incarnations, long sequence) {
        this.task = task;
        this.incarnations = incarnations;
        this.sequence = sequence;
        incarnation = fresh();
    }

    public int size() {
        return size;
    }

    /** Messages that named a root of another life, or one that had ended. */
    public long strays() {
        return strays;
    }

    /**
     * Reserves a root. Nothing is pending until {@link #open}; a reservation that is not opened costs nothing.
     */
    public long reserve() {
        if (size > mask - (mask >> 2)) {
            grow();
        }
        do {
            if (sequence == RootId.MAX_SEQUENCE) {
                sequence = 0;
                incarnation = fresh();
            }
            sequence++;
        } while (trees[((int) sequence & mask) * STRIDE] != FREE);
        return RootId.of(task, incarnation, sequence);
    }

    /**
     * The tree begins.
     *
     * @param xor of its first edges
     * @param stream a number for the stream that it was emitted to, below 65,536
     * @param sampledNanos when it was emitted, or 0 if no clock was read for it
     */
    public void open(long root, long xor, Object messageId, int stream, long sampledNanos) {
        int slot = (int) root & mask;
        int at = slot * STRIDE;
        trees[at] = root;
        trees[at + XOR] = xor;
        trees[at + NANOS] = sampledNanos;
        trees[at + EPOCH_AND_STREAM] = epoch << STREAM_BITS | stream;
        messageIds[slot] = messageId;
        size++;
    }

    /** The slot of a pending root, or -1, which counts a stray. Valid until the next change of the table. */
    public int find(long root) {
        int slot = (int) root & mask;
        if (trees[slot * STRIDE] != root) {
            strays++;
            return -1;
        }
        return slot;
    }

    /** Applies an acked value. @return whether the tree is complete, and waits for {@link #end} */
    public boolean ack(int slot, long value) {
        touch(slot);
        return (trees[slot * STRIDE + XOR] ^= value) == 0;
    }

    /** The tree went on; its timeout starts anew. */
    public void touch(int slot) {
        trees[slot * STRIDE + EPOCH_AND_STREAM] = epoch << STREAM_BITS | stream(slot);
    }

    public Object messageId(int slot) {
        Object id = messageIds[slot];
        if (id == null) {
            throw new IllegalStateException("Slot " + slot + " of task " + task + " holds no pending root");
        }
        return id;
    }

    /** The number of the stream that the root was emitted to. */
    public int stream(int slot) {
        return (int) (trees[slot * STRIDE + EPOCH_AND_STREAM] & STREAM_MASK);
    }

    /** When the root was emitted, or 0 if no clock was read for it. */
    public long sampledNanos(int slot) {
        return trees[slot * STRIDE + NANOS];
    }

    /** Forgets the root. */
    public void end(int slot) {
        trees[slot * STRIDE] = FREE;
        messageIds[slot] = null;
        size--;
    }

    /**
     * To be called once a timeout. Ends what had no progress since the rotation before the last, which is between one and two
     * timeouts.
     *
     * @param rotations how many of these periods a root may stay without progress before it ends: 1
     */
    public void rotate(int rotations, Expiry expiry) {
        epoch++;
        if (size == 0) {
            return;
        }
        for (int slot = 0; slot <= mask; slot++) {
            int at = slot * STRIDE;
            if (trees[at] != FREE && epoch - (trees[at + EPOCH_AND_STREAM] >> STREAM_BITS) > rotations) {
                Object messageId = messageId(slot);
                end(slot);
                expiry.expired(stream(slot), messageId);
            }
        }
    }

    /** Forgets everything; later messages for it are strays. */
    public void startNewLife() {
        incarnation = fresh();
        sequence = 0;
        size = 0;
        Arrays.fill(trees, 0);
        Arrays.fill(messageIds, null);
    }

    /** What the tree's XOR has come to. */
    long xor(int slot) {
        return trees[slot * STRIDE + XOR];
    }

    private int fresh() {
        return incarnations.getAsInt() & (RootId.INCARNATIONS - 1);
    }

    private void grow() {
        long[] oldTrees = trees;
        @Nullable Object[] oldIds = messageIds;
        mask = 2 * mask + 1;
        trees = new long[(mask + 1) * STRIDE];
        messageIds = new Object[mask + 1];
        for (int slot = 0; slot < oldIds.length; slot++) {
            int at = slot * STRIDE;
            if (oldTrees[at] != FREE) {
                int moved = (int) oldTrees[at] & mask;
                System.arraycopy(oldTrees, at, trees, moved * STRIDE, STRIDE);
                messageIds[moved] = oldIds[slot];
            }
        }
    }
}
