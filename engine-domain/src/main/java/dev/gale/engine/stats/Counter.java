package dev.gale.engine.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A count with one writer and many readers. Readers see some value that the writer has set, and see it move on in time; nothing
 * else is ordered by it, which makes adding as cheap as to a plain field.
 */
public final class Counter {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Counter.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long value;

    /** For the writer's thread only. */
    public void add(long n) {
        VALUE.setOpaque(this, value + n);
    }

    public long get() {
        return (long) VALUE.getOpaque(this);
    }
}
