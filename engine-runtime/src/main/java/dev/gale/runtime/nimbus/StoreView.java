package dev.gale.runtime.nimbus;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The last state of every key that was told. Of the control thread. */
final class StoreView {
    private record State(Version version, @Nullable Bytes value) {}

    private final NavigableMap<Key, State> states = new TreeMap<>();

    /** @param keepValue whether the value is needed when the key is written anew */
    void put(Versioned state, boolean keepValue) {
        states.put(state.key(), new State(state.version(), keepValue ? state.value() : null));
    }

    /** What a commit of our own made of a key. */
    void written(Key key, Version version, Bytes value) {
        states.put(key, new State(version, value));
    }

    void deleted(Key key) {
        states.remove(key);
    }

    void clear() {
        states.clear();
    }

    /** That a key is as it was told last. */
    Check unchanged(Key key) {
        State state = states.get(key);
        return state == null ? Check.absent(key) : Check.unchanged(key, state.version);
    }

    @Nullable
    Bytes value(Key key) {
        State state = states.get(key);
        return state == null ? null : state.value;
    }

    boolean has(Key key) {
        return states.containsKey(key);
    }

    /** The keys at or below one. */
    List<Key> covered(Key prefix) {
        return states.tailMap(prefix, true).keySet().stream()
                .takeWhile(key -> key.path().startsWith(prefix.path()))
                .filter(prefix::covers)
                .toList();
    }
}
