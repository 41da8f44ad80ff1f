package dev.gale.engine.grouping;

/** Chooses the targets of each tuple for one emitting task and one subscription. Not thread-safe. */
public abstract class Grouper {
    /** The answer of {@link #choose} when it is not exactly one target. */
    public static final int MANY = -1;

    /**
     * @return the position of the chosen task among the target tasks, ascending by id, or {@link #MANY}
     * @throws IllegalArgumentException if the values cannot be grouped; the message says why
     */
    public abstract int choose(Object[] values);

    /**
     * After {@link #MANY}: the chosen positions, maybe none, maybe one twice. Valid until the next {@link #choose}; not to be
     * changed.
     */
    public int[] many() {
        throw new IllegalStateException(getClass().getSimpleName() + " always chooses one target");
    }

    /** The one index that {@link #choose} answers whatever the values are, or {@link #MANY} if it depends. */
    public int constant() {
        return MANY;
    }
}
