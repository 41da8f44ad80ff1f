package dev.gale.bench.cluster;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the supervisors that there are. */
final class SupervisorWatch implements Watcher {
    private final Set<Key> there = ConcurrentHashMap.newKeySet();
    private volatile long changedNanos;

    int number() {
        return there.size();
    }

    /** When the last one came or went. */
    long changedNanos() {
        return changedNanos;
    }

    @Override
    public void put(Versioned state) {
        changedNanos = System.nanoTime();
        there.add(state.key());
    }

    @Override
    public void deleted(Key key) {
        changedNanos = System.nanoTime();
        there.remove(key);
    }

    @Override
    public void synced() {
        // Only numbers are waited for.
    }
}
