package dev.gale.local;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** How many errors of one component are logged: a few each time, and how many were not. Used by several threads. */
final class LogRate {
    static final int LINES = 10;
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Map<String, Period> byComponent = new TreeMap<>();

    private static final class Period {
        private long sinceNanos;
        private int lines;
        private long left;
    }

    /** @return how many were left out since the last line of this component; below 0 if this one is left out too */
    synchronized long admit(String component, long nowNanos) {
        Period period = byComponent.get(component);
        if (period == null) {
            period = new Period();
            period.sinceNanos = nowNanos;
            byComponent.put(component, period);
        }
        if (nowNanos - period.sinceNanos >= PERIOD_NANOS) {
            period.sinceNanos = nowNanos;
            period.lines = 0;
        }
        if (period.lines == LINES) {
            period.left++;
            return -1;
        }
        period.lines++;
        long left = period.left;
        period.left = 0;
        return left;
    }
}
