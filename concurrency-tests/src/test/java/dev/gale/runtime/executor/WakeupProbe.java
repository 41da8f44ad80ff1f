package dev.gale.runtime.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Looks into a {@link Wakeup}: tests model a parked thread by what it announced, as real parking takes too long to be repeated. */
public final class WakeupProbe {
    private static final VarHandle PARKED;

    static {
        try {
            PARKED = MethodHandles.privateLookupIn(Wakeup.class, MethodHandles.lookup())
                    .findVarHandle(Wakeup.class, "parked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private WakeupProbe() {}

    /** Whether the owner announced that it will park and nobody has woken it since. */
    public static boolean isParked(Wakeup wakeup) {
        return (boolean) PARKED.getVolatile(wakeup);
    }
}
