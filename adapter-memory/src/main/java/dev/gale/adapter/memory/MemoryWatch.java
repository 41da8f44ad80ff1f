package dev.gale.adapter.memory;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One watch. It remembers which keys to look at, not what happened to them, so that a slow watcher costs a bounded
 * amount of memory and is told the last state; and which versions its watcher knows, so that it is told the difference.
 */
final class MemoryWatch implements Registration {
    private final MemoryData data;
    private final MemorySession session;
    private final Delivery delivery;
    private final Key prefix;
    private final Watcher watcher;
    private final CallbackGate gate = new CallbackGate();

    // Guarded by data: what to look at.
    private Set<Key> dirty = new LinkedHashSet<>();
    private boolean everything;
    private boolean due;

    // On the delivery alone: what the watcher was told.
    private final Map<Key, Version> known = new HashMap<>();

    MemoryWatch(MemoryData data, MemorySession session, Delivery delivery, Key prefix, Watcher watcher) {
        this.data = data;
        this.session = session;
        this.delivery = delivery;
        this.prefix = prefix;
        this.watcher = watcher;
    }

    /** Called by {@link MemoryData} with its monitor held. */
    void onChanged(List<Key> keys) {
        for (Key key : keys) {
            if (prefix.covers(key)) {
                dirty.add(key);
            }
        }
        if (!dirty.isEmpty()) {
            schedule();
        }
    }

    /** Tells everything that the watcher does not know, and that it is in step. */
    void synchronize() {
        synchronized (data) {
            everything = true;
            schedule();
        }
    }

    private void schedule() {
        if (!due) {
            due = true;
            delivery.execute(this::look);
        }
    }

    /** What a look found: keys and their states, and whether these are all. */
    private record Found(Map<Key, Optional<Versioned>> states, boolean everything) {}

    private void look() {
        if (!gate.enter()) {
            return;
        }
        try {
            Found found = find();
            found.states().forEach(this::tell);
            if (found.everything() && !gate.isClosed()) {
                session.guard("watcher of " + prefix, watcher::synced);
            }
        } finally {
            gate.leave();
        }
    }

    /** Nothing while the client is cut off: it looks at everything when it is back. */
    private Found find() {
        synchronized (data) {
            due = false;
            if (session.isCutOff()) {
                return new Found(Map.of(), false);
            }
            Map<Key, Optional<Versioned>> states = new TreeMap<>();
            List<Key> keys = new ArrayList<>(dirty);
            if (everything) {
                keys.addAll(known.keySet());
                data.under(prefix).forEach(state -> keys.add(state.key()));
            }
            keys.forEach(key -> states.put(key, data.read(key)));
            Found found = new Found(states, everything);
            dirty = new LinkedHashSet<>();
            everything = false;
            return found;
        }
    }

    private void tell(Key key, Optional<Versioned> state) {
        if (gate.isClosed()) {
            return;
        }
        if (state.isPresent()) {
            Version version = state.get().version();
            if (!version.equals(known.put(key, version))) {
                session.guard("watcher of " + prefix, () -> watcher.put(state.get()));
            }
        } else if (known.remove(key) != null) {
            session.guard("watcher of " + prefix, () -> watcher.deleted(key));
        }
    }

    boolean isClosed() {
        return gate.isClosed();
    }

    @Override
    public void close() {
        data.remove(this);
        gate.close(!delivery.isCurrent());
    }
}
