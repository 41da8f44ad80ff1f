package dev.gale.runtime.codec;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes what holds other values. For a fingerprint, hash maps and sets become the sum of the hashes of their entries, which does
 * not depend on the order.
 */
final class CollectionEncoder {
    private final Encoder encoder;
    private final BiConsumer<@Nullable Object, @Nullable Object> entryWriter = this::entry;
    private boolean fingerprint;

    /** The map being written: whether its entries are summed, their sum, and how many there were. */
    private boolean summing;

    private long sum;
    private int seen;

    CollectionEncoder(Encoder encoder) {
        this.encoder = encoder;
    }

    void reset(boolean asFingerprint) {
        fingerprint = asFingerprint;
    }

    void array(@Nullable Object[] array) {
        encoder.enter();
        encoder.length(array.length, 1);
        for (Object element : array) {
            encoder.value(element);
        }
        encoder.leave();
    }

    void list(List<?> list) {
        encoder.enter();
        int size = list.size();
        encoder.length(size, 1);
        if (list instanceof RandomAccess) {
            for (int i = 0; i < size; i++) {
                encoder.value(list.get(i));
            }
        } else {
            int written = 0;
            for (Object element : list) {
                encoder.value(element);
                written++;
            }
            checkSize(size, written);
        }
        encoder.leave();
    }

    void set(Set<?> set) {
        if (set instanceof SortedSet<?> sorted) {
            checkNaturalOrder(set, sorted.comparator());
        }
        encoder.enter();
        int size = set.size();
        encoder.length(size, 1);
        boolean summed = fingerprint && !(set instanceof SortedSet || set instanceof LinkedHashSet);
        long total = 0;
        int written = 0;
        for (Object element : set) {
            int from = encoder.out().position();
            encoder.value(element);
            written++;
            if (summed) {
                total += takeHash(from);
            }
        }
        checkSize(size, written);
        if (summed) {
            encoder.out().writeLong(total);
        }
        encoder.leave();
    }

    void map(Map<?, ?> map) {
        if (map instanceof SortedMap<?, ?> sorted) {
            checkNaturalOrder(map, sorted.comparator());
        }
        encoder.enter();
        int size = map.size();
        encoder.length(size, 2);
        boolean outerSumming = summing;
        long outerSum = sum;
        int outerSeen = seen;
        summing = fingerprint && !(map instanceof SortedMap || map instanceof LinkedHashMap);
        sum = 0;
        seen = 0;
        map.forEach(entryWriter);
        checkSize(size, seen);
        if (summing) {
            encoder.out().writeLong(sum);
        }
        summing = outerSumming;
        sum = outerSum;
        seen = outerSeen;
        encoder.leave();
    }

    private void entry(@Nullable Object key, @Nullable Object value) {
        int from = encoder.out().position();
        encoder.value(key);
        encoder.value(value);
        seen++;
        if (summing) {
            sum += takeHash(from);
        }
    }

    private long takeHash(int from) {
        long hash =
                Fingerprint.hash(encoder.out().getBuffer(), from, encoder.out().position());
        encoder.takeBack(from);
        return hash;
    }

    private void checkNaturalOrder(Object collection, @Nullable Object comparator) {
        if (comparator != null) {
            throw encoder.failed(
                    encoder.place() + collection.getClass().getName()
                            + " ordered by a comparator, which cannot be sent: emit a list in that order",
                    null);
        }
    }

    private void checkSize(int size, int written) {
        if (size != written) {
            throw encoder.failed(
                    "changed while it was written, from " + size + " elements to " + written
                            + "; a value must not be changed after it was emitted",
                    null);
        }
    }
}
