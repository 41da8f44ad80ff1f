package dev.gale.runtime.supervisor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * How long the logs of a topology stay that is no more.
 *
 * @param most since something was written to them last; zero: for ever
 */
record LogRetention(Duration most) {
    LogRetention {
        if (most.isNegative()) {
            throw new IllegalArgumentException("Logs cannot stay for " + most);
        }
    }

    boolean isEndless() {
        return most.isZero();
    }

    /**
     * The topologies whose logs are to go.
     *
     * @param lastWritten when something was written to the logs of each topology last, by the clock of the file system
     * @param isUsed whether an assignment names a topology, or a worker of it runs
     */
    List<String> over(SortedMap<String, Instant> lastWritten, Predicate<String> isUsed, Instant now) {
        return lastWritten.entrySet().stream()
                .filter(each -> !isEndless() && !isUsed.test(each.getKey()))
                .filter(each -> Duration.between(each.getValue(), now).compareTo(most) >= 0)
                .map(each -> each.getKey())
                .toList();
    }
}
