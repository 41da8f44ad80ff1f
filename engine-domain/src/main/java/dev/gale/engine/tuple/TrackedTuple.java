package dev.gale.engine.tuple;

import dev.gale.api.MessageId;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A tuple in one tree, or in several when it was emitted with several anchors. For each root it keeps an XOR: first the id of its own
 * edge, then, as children are anchored to it, theirs as well. That is what the ack will tell.
 */
public final class TrackedTuple extends StreamTuple {
    /** Roots and XORs in turn, beyond the first; the object after the tuple was settled. */
    private record Settled(long @Nullable [] more) {}

    private static final Settled SETTLED = new Settled(null);

    private final long root;
    private long xor;

    public TrackedTuple(TupleOrigin origin, Object[] values, long root, long edge) {
        super(origin, values);
        this.root = root;
        this.xor = edge;
    }

    /** @param more further roots and edges in turn; belongs to the tuple afterwards; null for none */
    public TrackedTuple(TupleOrigin origin, Object[] values, long root, long edge, long @Nullable [] more) {
        this(origin, values, root, edge);
        mark = more;
    }

    public int roots() {
        long[] more = more();
        return more == null ? 1 : 1 + more.length / 2;
    }

    public long root(int index) {
        return index == 0 ? root : moreOrThrow()[2 * index - 2];
    }

    public long xor(int index) {
        return index == 0 ? xor : moreOrThrow()[2 * index - 1];
    }

    /** The only root, in the common case of one. */
    public long root() {
        return root;
    }

    /** The XOR of the only root. */
    public long xor() {
        return xor;
    }

    /** A child with this edge was anchored here, in the tree of the root at {@code index}. */
    public void addChild(int index, long edge) {
        if (index == 0) {
            xor ^= edge;
        } else {
            moreOrThrow()[2 * index - 1] ^= edge;
        }
    }

    /** Whether there is exactly one root. */
    public boolean isSingle() {
        return mark == null || mark == SETTLED;
    }

    @Override
    public boolean isSettled() {
        return mark instanceof Settled;
    }

    @Override
    public void settle() {
        mark = mark == null ? SETTLED : new Settled(more());
    }

    @Override
    public MessageId getMessageId() {
        Set<Long> roots = new TreeSet<>();
        for (int i = 0; i < roots(); i++) {
            roots.add(root(i));
        }
        return new MessageId(roots);
    }

    private long @Nullable [] more() {
        return mark instanceof Settled settled ? settled.more() : (long[]) mark;
    }

    private long[] moreOrThrow() {
        long[] more = more();
        if (more == null) {
            throw new IndexOutOfBoundsException("This tuple has one root only: " + this);
        }
        return more;
    }
}
