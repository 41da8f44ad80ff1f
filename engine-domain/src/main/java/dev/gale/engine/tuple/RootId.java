package dev.gale.engine.tuple;

/**
 * The layout of a root id: 16 bits spout task, 12 bits incarnation of the spout task's life, 36 bits sequence. Whoever holds a root
 * can tell where its tree is kept; a spout can tell whether it is of this life.
 */
public final class RootId {
    public static final int MAX_TASK = 0xFFFF;
    public static final int INCARNATIONS = 1 << 12;
    public static final long MAX_SEQUENCE = (1L << 36) - 1;

    private RootId() {}

    public static long of(int task, int incarnation, long sequence) {
        return (long) task << 48 | (long) (incarnation & (INCARNATIONS - 1)) << 36 | sequence & MAX_SEQUENCE;
    }

    public static int task(long root) {
        return (int) (root >>> 48);
    }

    public static int incarnation(long root) {
        return (int) (root >>> 36) & (INCARNATIONS - 1);
    }

    public static long sequence(long root) {
        return root & MAX_SEQUENCE;
    }

    public static String text(long root) {
        return "task " + task(root) + " life " + incarnation(root) + " #" + sequence(root);
    }
}
