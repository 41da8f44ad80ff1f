package dev.gale.local;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Leads the copies of a component to one object of the test's, since every task works on a serialized copy. */
final class Shared<T> implements Serializable {
    private static final Map<Long, Object> ALL = new ConcurrentHashMap<>();
    private static final AtomicLong LAST = new AtomicLong();

    private final long id;

    private Shared(long id) {
        this.id = id;
    }

    static <T> Shared<T> of(T object) {
        long id = LAST.incrementAndGet();
        ALL.put(id, object);
        return new Shared<>(id);
    }

    @SuppressWarnings("unchecked")
    T get() {
        return (T) ALL.get(id);
    }

    static void forgetAll() {
        ALL.clear();
    }
}
