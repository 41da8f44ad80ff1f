package dev.gale.tck.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What several clients did to one key and saw of it. Every value is written once, and only in place of a value that was read before, so
 * the values form a chain, and whether the writes are linearizable is a question about that chain. Thread-safe.
 */
final class History {
    /** How an attempt to write ended. */
    enum Outcome {
        ACCEPTED,
        REFUSED,
        /** It may have happened. */
        UNKNOWN
    }

    private record Write(String client, String expected, String value, long from, long to, Outcome outcome) {}

    private record Sight(String client, String value, long from, long to) {}

    private final String first;
    private final List<Write> writes = new ArrayList<>();
    private final List<Sight> reads = new ArrayList<>();
    private final List<Sight> reports = new ArrayList<>();

    /** @param first the value that the key has before anybody writes */
    History(String first) {
        this.first = first;
    }

    /** An attempt to put {@code value} in place of {@code expected}; times are those of one monotonic clock. */
    synchronized void wrote(String client, String expected, String value, long from, long to, Outcome outcome) {
        writes.add(new Write(client, expected, value, from, to, outcome));
    }

    synchronized void read(String client, String value, long from, long to) {
        reads.add(new Sight(client, value, from, to));
    }

    /** What a watcher was told. */
    synchronized void reported(String client, String value, long at) {
        reports.add(new Sight(client, value, at, at));
    }

    synchronized long accepted() {
        return writes.stream()
                .filter(write -> write.outcome == Outcome.ACCEPTED)
                .count();
    }

    /** What contradicts the rules, in sentences. @param last the value that the key has after everything */
    synchronized List<String> contradictions(String last) {
        List<String> found = new ArrayList<>();
        Map<String, Integer> places = places(last, found);
        for (Write write : writes) {
            checkWrite(write, places, found);
        }
        checkRealTime(places, found);
        checkForward("read", reads, places, found);
        checkForward("was told", reports, places, found);
        checkOwnWrites(places, found);
        return found;
    }

    /** Where each value stands in the chain that ends with the last. */
    private Map<String, Integer> places(String last, List<String> found) {
        Map<String, String> before = new HashMap<>();
        writes.forEach(write -> before.put(write.value, write.expected));
        List<String> chain = new ArrayList<>();
        for (String value = last; value != null; value = before.get(value)) {
            chain.add(0, value);
        }
        if (!chain.get(0).equals(first)) {
            found.add("the chain to the last value begins with " + chain.get(0) + ", which nobody wrote");
        }
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < chain.size(); i++) {
            places.put(chain.get(i), i);
        }
        return places;
    }

    private void checkWrite(Write write, Map<String, Integer> places, List<String> found) {
        Integer place = places.get(write.value);
        if (write.outcome == Outcome.ACCEPTED && place == null) {
            found.add(write.client + " was told that " + write.value + " was written, and it is lost");
        }
        if (write.outcome == Outcome.REFUSED && place != null) {
            found.add(write.client + " was told that " + write.value + " was refused, and it was written");
        }
        if (write.outcome == Outcome.REFUSED && place == null && !replacedBefore(write, places)) {
            found.add(write.client + " was refused " + write.value + " for " + write.expected
                    + ", which nobody had replaced by then");
        }
    }

    private boolean replacedBefore(Write refused, Map<String, Integer> places) {
        return writes.stream()
                .anyMatch(write -> write.expected.equals(refused.expected)
                        && places.containsKey(write.value)
                        && write.from <= refused.to);
    }

    /** What ended before another began comes before it. */
    private void checkRealTime(Map<String, Integer> places, List<String> found) {
        for (Write early : writes) {
            for (Write late : writes) {
                Integer earlyPlace = places.get(early.value);
                Integer latePlace = places.get(late.value);
                if (earlyPlace != null
                        && latePlace != null
                        && early.outcome == Outcome.ACCEPTED
                        && early.to < late.from
                        && earlyPlace > latePlace) {
                    found.add(late.value + " was begun after " + early.value + " was answered, and stands before it");
                }
            }
        }
    }

    private void checkForward(String verb, List<Sight> sights, Map<String, Integer> places, List<String> found) {
        Map<String, Sight> latest = new HashMap<>();
        for (Sight sight : sights) {
            Integer place = places.get(sight.value);
            if (place == null) {
                found.add(sight.client + " " + verb + " " + sight.value + ", which was never there");
                continue;
            }
            checkNotFromTheFuture(verb, sight, found);
            Sight before = latest.put(sight.client, sight);
            if (before != null && before.to <= sight.from && places.getOrDefault(before.value, 0) > place) {
                found.add(sight.client + " " + verb + " " + sight.value + " after " + before.value);
            }
        }
    }

    private void checkNotFromTheFuture(String verb, Sight sight, List<String> found) {
        for (Write write : writes) {
            if (write.value.equals(sight.value) && write.from > sight.to) {
                found.add(sight.client + " " + verb + " " + sight.value + " before it was written");
            }
        }
    }

    private void checkOwnWrites(Map<String, Integer> places, List<String> found) {
        for (Sight read : reads) {
            Write own = lastOwn(read);
            Integer place = places.get(read.value);
            if (own != null && place != null && place < places.getOrDefault(own.value, 0)) {
                found.add(read.client + " read " + read.value + " after it had written " + own.value);
            }
        }
    }

    private @Nullable Write lastOwn(Sight read) {
        Write last = null;
        for (Write write : writes) {
            if (write.client.equals(read.client)
                    && write.outcome == Outcome.ACCEPTED
                    && write.to <= read.from
                    && (last == null || write.to > last.to)) {
                last = write;
            }
        }
        return last;
    }
}
