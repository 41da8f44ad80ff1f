package dev.gale.bench.cluster;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import org.jspecify.annotations.Nullable;

/** Sees one topology's assignment as supervisors do, who watch all of them. */
final class AssignmentWatch implements Watcher {
    /** A state, and when it was seen. */
    record Seen(Versioned state, long nanos) {}

    private final Key key;
    private volatile @Nullable Seen last;

    AssignmentWatch(Key key) {
        this.key = key;
    }

    /** Null before the first. */
    @Nullable
    Seen last() {
        return last;
    }

    /** Whether it has seen another state than that one. */
    boolean isPast(String requestId) {
        Seen seen = last;
        return seen != null && !seen.state.requestId().equals(requestId);
    }

    @Override
    public void put(Versioned state) {
        Seen before = last;
        if (state.key().equals(key)
                && (before == null || !before.state.version().equals(state.version()))) {
            last = new Seen(state, System.nanoTime());
        }
    }

    @Override
    public void deleted(Key gone) {
        // Another topology's: this one is there for the whole round.
    }

    @Override
    public void synced() {
        // The first state is waited for.
    }
}
