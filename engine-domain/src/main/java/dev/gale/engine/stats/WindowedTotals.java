package dev.gale.engine.stats;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes totals over past windows of cumulative figures, which are the counts of one process since it started. Not thread-safe.
 *
 * <p>Each window has {@value #BUCKETS} rolling buckets, of 30 s, 9 min and 72 min; a total is the sum of the full ones and of the
 * one being filled, so that it covers between 19 and 20 parts of the window. What came between two snapshots counts for the time of
 * the later.
 *
 * <p>Figures restart together, when their process does: once one of them is smaller than before, all are new and count in full. What
 * the old process counted after its last snapshot is not known to anyone.
 *
 * @param <K> what is counted
 */
public final class WindowedTotals<K> {
    private static final int BUCKETS = 20;

    private static final class Series {
        final long[][] buckets = new long[Window.values().length][BUCKETS];
        long last;

        void add(Window window, long bucket, long n) {
            buckets[window.ordinal()][(int) (bucket % BUCKETS)] += n;
        }

        void empty(Window window, long bucket) {
            buckets[window.ordinal()][(int) (bucket % BUCKETS)] = 0;
        }

        long total(Window window) {
            return Arrays.stream(buckets[window.ordinal()]).sum();
        }
    }

    private final long startNanos;
    private final Map<Window, Long> newestBuckets = new EnumMap<>(Window.class);
    private final Map<K, Series> all = new LinkedHashMap<>();
    private long elapsedNanos;

    public WindowedTotals(long nowNanos) {
        startNanos = nowNanos;
        for (Window window : Window.values()) {
            newestBuckets.put(window, 0L);
        }
    }

    /** @param cumulative the figures as they stand; one that is missing is 0 */
    public void onSnapshot(Map<K, Long> cumulative, long nowNanos) {
        check(cumulative);
        advance(nowNanos);
        if (hasRestarted(cumulative)) {
            all.values().forEach(series -> series.last = 0);
        }
        cumulative.forEach((key, figure) -> {
            Series series = all.computeIfAbsent(key, k -> new Series());
            long added = figure - series.last;
            series.last = figure;
            newestBuckets.forEach((window, bucket) -> series.add(window, bucket, added));
        });
    }

    /**
     * Instead of the first snapshot, for a process that has been counting for longer than this object exists: its figures count for
     * all time and in no shorter window.
     */
    public void onBaseline(Map<K, Long> cumulative, long nowNanos) {
        if (!all.isEmpty()) {
            throw new IllegalStateException("A baseline comes before everything else, and there is " + all.keySet());
        }
        advance(nowNanos);
        check(cumulative);
        cumulative.forEach((key, figure) -> {
            Series series = new Series();
            series.last = figure;
            series.add(Window.ALL_TIME, 0, figure);
            all.put(key, series);
        });
    }

    /** Everything that was ever counted, in the order of its first appearance, 0 if not in this window. */
    public Map<K, Long> totals(Window window, long nowNanos) {
        advance(nowNanos);
        Map<K, Long> totals = new LinkedHashMap<>();
        all.forEach((key, series) -> totals.put(key, series.total(window)));
        return Collections.unmodifiableMap(totals);
    }

    /** The time that the totals of a window cover now; less than the window as long as there is no more. */
    public long coveredNanos(Window window, long nowNanos) {
        advance(nowNanos);
        long oldestBucket = Math.max(0, newestBuckets.getOrDefault(window, 0L) - BUCKETS + 1);
        return elapsedNanos - oldestBucket * bucketNanos(window);
    }

    private boolean hasRestarted(Map<K, Long> cumulative) {
        return all.entrySet().stream()
                .anyMatch(entry -> cumulative.getOrDefault(entry.getKey(), 0L) < entry.getValue().last);
    }

    private static void check(Map<?, Long> cumulative) {
        cumulative.forEach((key, figure) -> {
            if (figure < 0) {
                throw new IllegalArgumentException(
                        "Figure " + key + " is " + figure + "; cumulative figures are not negative");
            }
        });
    }

    /** Empties the buckets whose time has come again. A clock that went back is taken to stand still. */
    private void advance(long nowNanos) {
        elapsedNanos = Math.max(elapsedNanos, nowNanos - startNanos);
        newestBuckets.replaceAll((window, newest) -> {
            long bucket = elapsedNanos / bucketNanos(window);
            for (long stale = Math.max(newest + 1, bucket - BUCKETS + 1); stale <= bucket; stale++) {
                for (Series series : all.values()) {
                    series.empty(window, stale);
                }
            }
            return bucket;
        });
    }

    private static long bucketNanos(Window window) {
        return window.length().map(length -> length.toNanos() / BUCKETS).orElse(Long.MAX_VALUE);
    }
}
