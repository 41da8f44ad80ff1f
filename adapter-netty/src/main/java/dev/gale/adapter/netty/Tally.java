package dev.gale.adapter.netty;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

    private final Map<Refusal, Counter> refusals = new EnumMap<>(Refusal.class);
    private final Map<Refusal, AtomicLong> warned = new EnumMap<>(Refusal.class);
    private final Counter badFrames;
    private final Counter silent;
    private final Counter framesLost;
    private final Counter dials;
    private final LongSupplier clock;

    Tally(PluginContext context) {
        clock = context.nanoClock();
        long longAgo = clock.getAsLong() - QUIET_NANOS;
        for (Refusal refusal : Refusal.values()) {
            refusals.put(refusal, context.counter(refusal.counterName()));
            warned.put(refusal, new AtomicLong(longAgo));
        }
        badFrames = context.counter("closed.bad-frame");
        silent = context.counter("closed.silent");
        framesLost = context.counter("frames.lost");
        dials = context.counter("dials");
    }

    /** @param where the endpoint or link that it happened to, and the address of the other side */
    void refused(Refusal refusal, String where, String reason) {
        counter(refusal).increment();
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

    private Counter counter(Refusal refusal) {
        Counter counter = refusals.get(refusal);
        if (counter == null) {
            throw new IllegalStateException("no counter of " + refusal);
        }
        return counter;
    }

    private boolean mayWarn(Refusal refusal) {
        AtomicLong last = warned.get(refusal);
        long now = clock.getAsLong();
        long before = last == null ? now : last.get();
        return last != null && now - before >= QUIET_NANOS && last.compareAndSet(before, now);
    }
}
