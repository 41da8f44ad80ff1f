package dev.gale.runtime.codec;

import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Writes what holds other values. */
final class CollectionEncoder {
    private final Encoder encoder;
    private final BiConsumer<@Nullable Object, @Nullable Object> entryWriter = this::entry;

    /** Entries of the map that is being written. */
    private int seen;

    CollectionEncoder(Encoder encoder) {
        this.encoder = encoder;
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
        int written = 0;
        for (Object element : set) {
            encoder.value(element);
            written++;
        }
        checkSize(size, written);
        encoder.leave();
    }

    void map(Map<?, ?> map) {
        if (map instanceof SortedMap<?, ?> sorted) {
            checkNaturalOrder(map, sorted.comparator());
        }
        encoder.enter();
        int size = map.size();
        encoder.length(size, 2);
        int outerSeen = seen;
        seen = 0;
        map.forEach(entryWriter);
        checkSize(size, seen);
        seen = outerSeen;
        encoder.leave();
    }

    private void entry(@Nullable Object key, @Nullable Object value) {
        encoder.value(key);
        encoder.value(value);
        seen++;
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
