package dev.gale.examples.topn;

import dev.gale.api.Fields;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The most frequent keys and their counts, the most frequent first, equal counts by key. */
record TopList(List<Entry> entries) {
    record Entry(String key, long count) {}

    /** How a list travels: as two lists of the same length, so that no class has to be registered. */
    static final Fields FIELDS = new Fields("keys", "counts");

    private static final Comparator<Entry> ORDER =
            Comparator.comparingLong(Entry::count).reversed().thenComparing(Entry::key);

    TopList {
        entries = List.copyOf(entries);
    }

    static TopList of(Map<String, Long> counts, int length) {
        return new TopList(counts.entrySet().stream()
                .map(count -> new Entry(count.getKey(), count.getValue()))
                .sorted(ORDER)
                .limit(length)
                .toList());
    }

    /** The top of several lists that have no key in common. */
    static TopList merge(Collection<TopList> lists, int length) {
        Map<String, Long> counts = new HashMap<>();
        lists.forEach(list -> list.entries().forEach(entry -> counts.put(entry.key(), entry.count())));
        return of(counts, length);
    }

    Values toValues() {
        List<String> keys = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (Entry entry : entries) {
            keys.add(entry.key());
            counts.add(entry.count());
        }
        return new Values(keys, counts);
    }

    static TopList from(Tuple tuple) {
        List<?> keys = (List<?>) tuple.getValueByField("keys");
        List<?> counts = (List<?>) tuple.getValueByField("counts");
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            entries.add(new Entry((String) keys.get(i), (Long) counts.get(i)));
        }
        return new TopList(entries);
    }
}
