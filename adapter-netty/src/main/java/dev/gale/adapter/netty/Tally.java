package dev.gale.adapter.netty;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what was refused, dropped and ended. Of refusals one a minute of a kind is a warning; the others are only counted
 * and traced, since anybody who reaches the port could fill the log with them.
 */
final class Tally {
    private static final Logger LOG = LoggerFactory.getLogger(Tally.class);
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** By the refusal's ordinal, as is when it was warned of last. */
    private final Counter[] refusals;

    private final AtomicLongArray warnedNanos;
    private final Counter badFrames;
    private final Counter silent;
    private final Counter framesLost;
    private final Counter dials;
    private final LongSupplier clock;

    Tally(PluginContext context) {
        clock = context.nanoClock();
        Refusal[] kinds = Refusal.values();
        refusals = new Counter[kinds.length];
        warnedNanos = new AtomicLongArray(kinds.length);
        for (Refusal kind : kinds) {
            refusals[kind.ordinal()] = context.counter(kind.counterName());
            warnedNanos.set(kind.ordinal(), clock.getAsLong() - QUIET_NANOS);
        }
        badFrames = context.counter("closed.bad-frame");
        silent = context.counter("closed.silent");
        framesLost = context.counter("frames.lost");
        dials = context.counter("dials");
    }

    /** @param where the endpoint or link that it happened to, and the address of the other side */
    void refused(Refusal refusal, String where, String reason) {
        refusals[refusal.ordinal()].increment();
        if (refusal.isTold() && mayWarn(refusal)) {
            LOG.warn("{}: refused, {}: {}", where, refusal.text(), reason);
        } else {
            LOG.debug("{}: not connected, {}: {}", where, refusal.text(), reason);
        }
    }

    void badFrame() {
        badFrames.increment();
    }

    void silent() {
        silent.increment();
    }

    void lost(long frames) {
        framesLost.add(frames);
    }

    void dialled() {
        dials.increment();
    }

    private boolean mayWarn(Refusal refusal) {
        long last = warnedNanos.get(refusal.ordinal());
        long now = clock.getAsLong();
        return now - last >= QUIET_NANOS && warnedNanos.compareAndSet(refusal.ordinal(), last, now);
    }
}
