package dev.gale.runtime.executor;

import java.util.concurrent.atomic.AtomicInteger;

/** How many threads may spin at the same time before they park: fewer than there are processors, so that spinning costs nobody. */
public final class SpinPermits {
    private final AtomicInteger free;

    public SpinPermits(int permits) {
        free = new AtomicInteger(permits);
    }

    public static SpinPermits forProcessors(int processors) {
        return new SpinPermits(Math.max(0, processors - 1));
    }

    boolean tryTake() {
        int now = free.get();
        return now > 0 && free.compareAndSet(now, now - 1);
    }

    void giveBack() {
        free.incrementAndGet();
    }
}
