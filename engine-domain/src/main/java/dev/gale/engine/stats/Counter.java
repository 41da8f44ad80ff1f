package dev.gale.engine.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A figure that one thread adds to and any thread reads: exact, never torn, seen soon. Takes more than a cache line, so that the
 * counters of different threads do not slow each other down.
 */
public final class Counter extends CounterValue {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(CounterValue.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Never read: room behind the value. */
    long after1;

    long after2;
    long after3;
    long after4;
    long after5;
    long after6;
    long after7;

    /** Called by the one writer. */
    public void add(long n) {
        VALUE.setOpaque(this, value + n);
    }

    public long get() {
        return (long) VALUE.getOpaque(this);
    }
}
