package dev.gale.tck.metadata;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
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

    private record Sight(String client, String verb, String value, long from, long to) {}

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
        reads.add(new Sight(client, "read", value, from, to));
    }

    /** What a watcher was told. */
    synchronized void reported(String client, String value, long at) {
        reports.add(new Sight(client, "was told", value, at, at));
    }

    /** Those of whom a write was accepted. */
    synchronized Set<String> writers() {
        return writes.stream()
                .filter(write -> write.outcome == Outcome.ACCEPTED)
                .map(Write::client)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How long the slowest write or read took. */
    synchronized Duration longest() {
        return Duration.ofNanos(LongStream.concat(
                        writes.stream().mapToLong(write -> write.to - write.from),
                        reads.stream().mapToLong(read -> read.to - read.from))
                .max()
                .orElse(0));
    }

    /** What contradicts the rules, in sentences. @param last the value that the key has after everything */
    synchronized List<String> contradictions(String last) {
        List<String> found = new ArrayList<>();
        Map<String, Integer> places = places(last, found);
        for (Write write : writes) {
            checkWrite(write, places, found);
        }
        checkRealTime(places, found);
        List<Sight> all = new ArrayList<>(reads);
        all.addAll(reports);
        checkForward(reads, all, places, found);
        checkForward(reports, reports, places, found);
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

    /** @param seen what the client of a sight must not go back on: a watcher may lag behind reads, and no read behind a watcher */
    private void checkForward(List<Sight> sights, List<Sight> seen, Map<String, Integer> places, List<String> found) {
        List<Sight> inOrderOfEnd = new ArrayList<>(seen);
        inOrderOfEnd.sort(Comparator.comparingLong(Sight::to));
        List<Sight> inOrderOfBegin = new ArrayList<>(sights);
        inOrderOfBegin.sort(Comparator.comparingLong(Sight::from));
        Map<String, String> furthest = new HashMap<>();
        int ended = 0;
        for (Sight sight : inOrderOfBegin) {
            while (ended < inOrderOfEnd.size() && inOrderOfEnd.get(ended).to < sight.from) {
                Sight earlier = inOrderOfEnd.get(ended++);
                furthest.merge(
                        earlier.client,
                        earlier.value,
                        (one, other) -> places.getOrDefault(one, 0) >= places.getOrDefault(other, 0) ? one : other);
            }
            Integer place = places.get(sight.value);
            if (place == null) {
                found.add(sight.client + " " + sight.verb + " " + sight.value + ", which was never there");
                continue;
            }
            checkNotFromTheFuture(sight, found);
            String before = furthest.get(sight.client);
            if (before != null && places.getOrDefault(before, 0) > place) {
                found.add(sight.client + " " + sight.verb + " " + sight.value + " after " + before);
            }
        }
    }

    private void checkNotFromTheFuture(Sight sight, List<String> found) {
        for (Write write : writes) {
            if (write.value.equals(sight.value) && write.from > sight.to) {
                found.add(sight.client + " " + sight.verb + " " + sight.value + " before it was written");
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
