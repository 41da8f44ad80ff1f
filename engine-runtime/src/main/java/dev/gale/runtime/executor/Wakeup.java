package dev.gale.runtime.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread wait and others wake it, at the price of a fence for whoever wakes. The waiter says that it is about to park, looks
 * once more for work, and parks; whoever brings work publishes it first and wakes then, so one of the two sees the other.
 */
public final class Wakeup {
    private static final VarHandle PARKED;

    static {
        try {
            PARKED = MethodHandles.lookup().findVarHandle(Wakeup.class, "parked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Thread thread;
    private volatile boolean parked;
    private volatile boolean briefly;

    /** The calling thread is the one that will wait. */
    public void own() {
        thread = Thread.currentThread();
    }

    public boolean isOwner() {
        return Thread.currentThread() == thread;
    }

    /** Announces that the owner will park unless it finds work now. */
    public void prepare() {
        briefly = false;
        announce();
    }

    /** As {@link #prepare}, for a wait so short that what is not urgent need not end it. */
    public void prepareBriefly() {
        briefly = true;
        announce();
    }

    /** Takes the announcement back. */
    public void cancel() {
        parked = false;
    }

    /** Parks until woken or the time is over; returns early at times. To be called after {@link #prepare}. */
    public void park(long nanos) {
        if (parked && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
        parked = false;
    }

    /** Wakes the owner if it waits, or is about to. */
    public void wake() {
        VarHandle.fullFence();
        if ((boolean) PARKED.getOpaque(this) && PARKED.compareAndSet(this, true, false)) {
            LockSupport.unpark(thread);
        }
    }

    /** Wakes the owner unless it waits only briefly. */
    public void wakeUnlessBrief() {
        VarHandle.fullFence();
        if ((boolean) PARKED.getOpaque(this) && !briefly && PARKED.compareAndSet(this, true, false)) {
            LockSupport.unpark(thread);
        }
    }

    private void announce() {
        parked = true;
        // Work is looked for by acquiring reads as well, and those alone might come before the write.
        VarHandle.fullFence();
    }
}
