package dev.gale.engine.ack;

/**
 * The trees that a dedicated acker tracks, by XOR. Messages of a tree may come in any order; its end is told once. An entry whose
 * beginning never came, such as what stragglers of an ended tree leave, is forgotten without a word. Single-threaded; same calls,
 * same outcomes (those of one {@link #rotate} in no particular order).
 */
public final class AckLedger {
    /** Takes what became of trees. The root tells the spout task. */
    public interface Outcomes {
        void completed(long root);

        void failed(long root);

        /** No progress for one to two timeouts. */
        void expired(long root);

        /** An old tree went on since the last rotation; may be told twice. */
        void progressed(long root);
    }

    private static final long BEGUN = 1L << 62;
    private static final long FAILED = 1L << 61;
    private static final long NEW = 1L << 60;
    private static final int BORN_SHIFT = 28;
    private static final long EPOCH_MASK = (1L << 28) - 1;

    /** First value: XOR. Second: flags, epoch of birth, epoch of last progress. */
    private final LongTable trees = new LongTable();

    private long epoch;

    public int size() {
        return trees.size();
    }

    public void onInit(long root, long value, Outcomes out) {
        int slot = touch(root);
        trees.second(slot, trees.second(slot) | BEGUN);
        apply(root, slot, value, out);
    }

    public void onAck(long root, long value, Outcomes out) {
        apply(root, touch(root), value, out);
    }

    public void onFail(long root, Outcomes out) {
        int slot = touch(root);
        trees.second(slot, trees.second(slot) | FAILED);
        apply(root, slot, 0, out);
    }

    /** Starts the tree's timeout anew. */
    public void onReset(long root) {
        touch(root);
    }

    /** To be called once a timeout. */
    public void rotate(Outcomes out) {
        epoch = epoch + 1 & EPOCH_MASK;
        int slot = 0;
        while (slot < trees.slots()) {
            long root = trees.key(slot);
            if (root == 0) {
                slot++;
                continue;
            }
            long state = trees.second(slot);
            long idle = epoch - (state & EPOCH_MASK) & EPOCH_MASK;
            boolean begun = (state & BEGUN) != 0;
            if (idle > 1) {
                trees.remove(slot);
                if (begun) {
                    out.expired(root);
                }
                continue;
            }
            if (begun && idle == 1 && (state >>> BORN_SHIFT & EPOCH_MASK) != (state & EPOCH_MASK)) {
                out.progressed(root);
            }
            slot++;
        }
    }

    /** What the tree's XOR has come to; 0 if nothing is known of it. */
    long xor(long root) {
        int slot = trees.find(root);
        return slot < 0 ? 0 : trees.first(slot);
    }

    private int touch(long root) {
        int slot = trees.findOrAdd(root);
        long state = trees.second(slot);
        trees.second(slot, state == 0 ? NEW | epoch << BORN_SHIFT | epoch : state & ~EPOCH_MASK | epoch);
        return slot;
    }

    private void apply(long root, int slot, long value, Outcomes out) {
        long xor = trees.first(slot) ^ value;
        trees.first(slot, xor);
        long state = trees.second(slot);
        if ((state & BEGUN) == 0) {
            return;
        }
        if (xor == 0) {
            trees.remove(slot);
            out.completed(root);
        } else if ((state & FAILED) != 0) {
            trees.remove(slot);
            out.failed(root);
        }
    }
}
