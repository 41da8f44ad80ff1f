package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what was refused, dropped and ended. Of each kind one a minute is a warning; the others are only counted and
 * traced, since anybody who reaches the port could fill the log with them.
 */
final class Tally {
    private static final Logger LOG = LoggerFactory.getLogger(Tally.class);
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** By the refusal's ordinal, as is when it was warned of last. */
    private final Counter[] refusals;

    private final AtomicLongArray warnedNanos;
    private final AtomicLong faultNanos;
    private final Counter badMessages;
    private final Counter framesLost;
    private final Counter dials;
    private final Counter faults;
    private final Counter clientsLost;
    private final LongSupplier clock;

    Tally(PluginContext context) {
        clock = context.nanoClock();
        Refusal[] kinds = Refusal.values();
        refusals = new Counter[kinds.length];
        warnedNanos = new AtomicLongArray(kinds.length);
        faultNanos = new AtomicLong(clock.getAsLong() - QUIET_NANOS);
        for (Refusal kind : kinds) {
            refusals[kind.ordinal()] = context.counter(kind.counterName());
            warnedNanos.set(kind.ordinal(), clock.getAsLong() - QUIET_NANOS);
        }
        badMessages = context.counter("closed.bad-frame");
        framesLost = context.counter("frames.lost");
        dials = context.counter("dials");
        faults = context.counter("aeron.errors");
        clientsLost = context.counter("driver.lost");
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

    void badMessage() {
        badMessages.increment();
    }

    void lost(long frames) {
        framesLost.add(frames);
    }

    void dialled() {
        dials.increment();
    }

    /** Something that Aeron itself reports, of its driver or its client. */
    void fault(String where, Throwable fault) {
        faults.increment();
        long last = faultNanos.get();
        long now = clock.getAsLong();
        if (now - last >= QUIET_NANOS && faultNanos.compareAndSet(last, now)) {
            LOG.warn("{}: Aeron reports: {}", where, String.valueOf(fault));
        } else {
            LOG.debug("{}: Aeron reports", where, fault);
        }
    }

    void clientLost(String directory) {
        clientsLost.increment();
        LOG.warn("the media driver in {} does not answer any more, or has given this process up", directory);
    }

    private boolean mayWarn(Refusal refusal) {
        long last = warnedNanos.get(refusal.ordinal());
        long now = clock.getAsLong();
        return now - last >= QUIET_NANOS && warnedNanos.compareAndSet(refusal.ordinal(), last, now);
    }
}
