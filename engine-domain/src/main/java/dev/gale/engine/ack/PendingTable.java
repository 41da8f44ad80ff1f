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

    private final int task;
    private final IntSupplier incarnations;

    private int incarnation;
    private long sequence;
    private int size;
    private int epoch;
    private long strays;

    private long[] roots = new long[INITIAL_SLOTS];
    private long[] xors = new long[INITIAL_SLOTS];
    private long[] sampledNanos = new long[INITIAL_SLOTS];
    private int[] epochs = new int[INITIAL_SLOTS];
    private short[] streams = new short[INITIAL_SLOTS];
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
        if (size >= roots.length / 2) {
            grow();
        }
        int mask = roots.length - 1;
        do {
            if (sequence == RootId.MAX_SEQUENCE) {
                sequence = 0;
                incarnation = fresh();
            }
            sequence++;
        } while (roots[(int) sequence & mask] != FREE);
        return RootId.of(task, incarnation, sequence);
    }

    /**
     * The tree begins.
     *
     * @param xor of its first edges
     * @param stream a number for the stream that it was emitted to
     * @param sampledNanos when it was emitted, or 0 if no clock was read for it
     */
    public void open(long root, long xor, Object messageId, int stream, long sampledNanos) {
        int slot = (int) root & roots.length - 1;
        roots[slot] = root;
        xors[slot] = xor;
        messageIds[slot] = messageId;
        streams[slot] = (short) stream;
        this.sampledNanos[slot] = sampledNanos;
        epochs[slot] = epoch;
        size++;
    }

    /** The slot of a pending root, or -1, which counts a stray. Valid until the next change of the table. */
    public int find(long root) {
        int slot = (int) root & roots.length - 1;
        if (roots[slot] != root) {
            strays++;
            return -1;
        }
        return slot;
    }

    /** Applies an acked value. @return whether the tree is complete, and waits for {@link #end} */
    public boolean ack(int slot, long value) {
        epochs[slot] = epoch;
        return (xors[slot] ^= value) == 0;
    }

    /** The tree went on; its timeout starts anew. */
    public void touch(int slot) {
        epochs[slot] = epoch;
    }

    public Object messageId(int slot) {
        return messageIdAt(slot);
    }

    /** The number of the stream that the root was emitted to. */
    public int stream(int slot) {
        return streams[slot];
    }

    /** When the root was emitted, or 0 if no clock was read for it. */
    public long sampledNanos(int slot) {
        return sampledNanos[slot];
    }

    /** Forgets the root. */
    public void end(int slot) {
        roots[slot] = FREE;
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
        for (int slot = 0; slot < roots.length; slot++) {
            if (roots[slot] != FREE && epoch - epochs[slot] > rotations) {
                Object messageId = messageIdAt(slot);
                end(slot);
                expiry.expired(streams[slot], messageId);
            }
        }
    }

    /** Forgets everything; later messages for it are strays. */
    public void startNewLife() {
        incarnation = fresh();
        sequence = 0;
        size = 0;
        Arrays.fill(roots, FREE);
        Arrays.fill(messageIds, null);
    }

    /** What the tree's XOR has come to. */
    long xor(int slot) {
        return xors[slot];
    }

    private int fresh() {
        return incarnations.getAsInt() & (RootId.INCARNATIONS - 1);
    }

    private Object messageIdAt(int slot) {
        Object id = messageIds[slot];
        if (id == null) {
            throw new IllegalStateException("Slot " + slot + " of task " + task + " holds no pending root");
        }
        return id;
    }

    private void grow() {
        int longer = roots.length * 2;
        long[] oldRoots = roots;
        long[] oldXors = xors;
        long[] oldNanos = sampledNanos;
        int[] oldEpochs = epochs;
        short[] oldStreams = streams;
        @Nullable Object[] oldIds = messageIds;
        roots = new long[longer];
        xors = new long[longer];
        sampledNanos = new long[longer];
        epochs = new int[longer];
        streams = new short[longer];
        messageIds = new Object[longer];
        for (int slot = 0; slot < oldRoots.length; slot++) {
            if (oldRoots[slot] != FREE) {
                int moved = (int) oldRoots[slot] & longer - 1;
                roots[moved] = oldRoots[slot];
                xors[moved] = oldXors[slot];
                sampledNanos[moved] = oldNanos[slot];
                epochs[moved] = oldEpochs[slot];
                streams[moved] = oldStreams[slot];
                messageIds[moved] = oldIds[slot];
            }
        }
    }
}
