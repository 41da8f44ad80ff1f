package dev.gale.bench.cluster;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** Sees beats as whoever watches them does, and when. The number of a beat within a load is the end of its request id. */
final class BeatWatch implements Watcher {
    private static final char BEFORE_NUMBER = '#';

    private volatile @Nullable Load load;

    /** One load: beats with the same beginning of their request ids. */
    static final class Load {
        private final String name;
        private final AtomicLongArray seenNanos;

        private Load(String name, int beats) {
            this.name = name + BEFORE_NUMBER;
            seenNanos = new AtomicLongArray(beats);
        }

        String requestId(int beat) {
            return name + beat;
        }

        boolean isSeen(int beat) {
            return seenNanos.get(beat) != 0;
        }

        /** By {@link System#nanoTime}; zero if it was not seen, since a later one of the same worker hid it. */
        long seenNanos(int beat) {
            return seenNanos.get(beat);
        }

        private void seen(String requestId, long nanos) {
            if (requestId.startsWith(name)) {
                int beat = Integer.parseInt(requestId.substring(name.length()));
                if (beat < seenNanos.length()) {
                    seenNanos.compareAndSet(beat, 0, nanos);
                }
            }
        }
    }

    /**
     * From now on it looks for these.
     *
     * @param name never the same twice in one store
     * @param beats the most that are looked at
     */
    Load begin(String name, int beats) {
        Load begun = new Load(name, beats);
        load = begun;
        return begun;
    }

    @Override
    public void put(Versioned state) {
        Load now = load;
        if (now != null) {
            now.seen(state.requestId(), System.nanoTime());
        }
    }

    @Override
    public void deleted(Key key) {
        // A topology went, which is not measured here.
    }

    @Override
    public void synced() {
        // What is there before a load begins has other request ids.
    }
}
