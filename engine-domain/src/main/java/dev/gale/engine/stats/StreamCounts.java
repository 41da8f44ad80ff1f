package dev.gale.engine.stats;

import dev.gale.engine.topology.StreamId;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Exact numbers of tuples, by stream.
 *
 * @param emitted calls of emit, by output stream
 * @param transferred tuples sent to tasks, by output stream: one emit may be none or many
 * @param executed tuples that execute was called with, by input stream
 * @param acked of bolts: acked tuples, by input stream; of spouts: completed trees, by the stream of their root
 * @param failed of bolts: failed tuples, by input stream; of spouts: trees that failed or timed out, by the stream of their root
 */
public record StreamCounts(
        Map<String, Long> emitted,
        Map<String, Long> transferred,
        Map<StreamId, Long> executed,
        Map<StreamId, Long> acked,
        Map<StreamId, Long> failed) {
    public static final StreamCounts NONE = new StreamCounts(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    public StreamCounts {
        emitted = sorted(emitted);
        transferred = sorted(transferred);
        executed = sorted(executed);
        acked = sorted(acked);
        failed = sorted(failed);
    }

    /** The sum over all streams. */
    public static long total(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    StreamCounts plus(StreamCounts other) {
        return new StreamCounts(
                sum(emitted, other.emitted),
                sum(transferred, other.transferred),
                sum(executed, other.executed),
                sum(acked, other.acked),
                sum(failed, other.failed));
    }

    private static <K> Map<K, Long> sum(Map<K, Long> left, Map<K, Long> right) {
        SortedMap<K, Long> sum = new TreeMap<>(left);
        right.forEach((stream, count) -> sum.merge(stream, count, Long::sum));
        return sum;
    }

    private static <K> Map<K, Long> sorted(Map<K, Long> counts) {
        return Collections.unmodifiableMap(new TreeMap<>(counts));
    }
}
