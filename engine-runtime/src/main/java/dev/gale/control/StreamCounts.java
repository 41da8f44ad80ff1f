package dev.gale.control;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Exact numbers of tuples, by stream. Output streams go by their name, input streams by {@code component/stream}.
 *
 * @param emitted calls of emit, by output stream
 * @param transferred tuples sent to tasks, by output stream: one emit may be none or many
 * @param executed tuples that execute was called with, by input stream
 * @param acked of bolts: acked tuples, by input stream; of spouts: completed trees, by the output stream of their root
 * @param failed of bolts: failed tuples, by input stream; of spouts: trees that failed or timed out, by the output stream of their root
 */
public record StreamCounts(
        Map<String, Long> emitted,
        Map<String, Long> transferred,
        Map<String, Long> executed,
        Map<String, Long> acked,
        Map<String, Long> failed) {
    public StreamCounts {
        emitted = sorted(emitted);
        transferred = sorted(transferred);
        executed = sorted(executed);
        acked = sorted(acked);
        failed = sorted(failed);
    }

    /** The sum over all streams. */
    public static long total(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<String, Long> sorted(Map<String, Long> counts) {
        return Collections.unmodifiableMap(new TreeMap<>(counts));
    }
}
