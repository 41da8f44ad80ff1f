package dev.gale.engine.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A figure that one thread adds to and any thread reads: exact, never torn, seen soon. */
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

    /** Called by the one writer. */
    public void add(long n) {
        VALUE.setOpaque(this, value + n);
    }

    public long get() {
        return (long) VALUE.getOpaque(this);
    }
}
