package dev.gale.engine.liveness;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When each of many was last heard of. A sign of life is another sequence number than the last, whatever time its sender thinks it is:
 * only the reader's own clock counts. Not thread-safe.
 *
 * @param <K> who is heard of
 */
public final class HeartbeatTracker<K extends Comparable<K>> {
    private record Heard(@Nullable Long sequence, long atNanos) {}

    private final Map<K, Heard> heard = new TreeMap<>();

    /** From now on {@code who} is expected to be heard of; nothing changes if it already was. */
    public void expect(K who, long nowNanos) {
        heard.putIfAbsent(who, new Heard(null, nowNanos));
    }

    /** A record with that number was read; the same as before is no news. */
    public void touch(K who, long sequence, long nowNanos) {
        Heard before = heard.get(who);
        if (before == null || before.sequence == null || before.sequence != sequence) {
            heard.put(who, new Heard(sequence, nowNanos));
        }
    }

    /** Whether there was any sign of life. */
    public boolean wasHeard(K who) {
        Heard last = heard.get(who);
        return last != null && last.sequence != null;
    }

    /** Since the last sign of life, or since it was expected first; 0 for one that nobody expects. */
    public long silentNanos(K who, long nowNanos) {
        Heard last = heard.get(who);
        return last == null ? 0 : nowNanos - last.atNanos;
    }

    /** All silence so far is forgiven, such as after the reader itself was cut off. */
    public void restart(long nowNanos) {
        heard.replaceAll((who, last) -> new Heard(last.sequence, nowNanos));
    }

    /** Forgets all others. */
    public void retain(Set<K> those) {
        heard.keySet().retainAll(those);
    }
}
