package dev.gale.adapter.memory;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Commit.Put;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What all clients of one store have in common: the keys, and who wants to know of changes. Its monitor is the store's
 * one lock; nobody is called with it held except to note that a watch has something to do.
 */
final class MemoryData {
    /** A key's state and the session that it goes with, if any. */
    private record Entry(Versioned state, @Nullable String session) {}

    private final TreeMap<String, Entry> entries = new TreeMap<>();
    private final Set<MemoryWatch> watches = new LinkedHashSet<>();
    private long revision;
    private long sessions;

    /** The id of a new session. */
    synchronized String beginSession() {
        sessions++;
        return "memory-" + sessions;
    }

    synchronized void endSession(String session) {
        List<Key> keys = entries.values().stream()
                .filter(entry -> session.equals(entry.session()))
                .map(entry -> entry.state().key())
                .toList();
        keys.forEach(key -> entries.remove(key.path()));
        changed(keys);
    }

    synchronized Optional<Versioned> read(Key key) {
        return Optional.ofNullable(entries.get(key.path())).map(Entry::state);
    }

    synchronized List<String> children(Key key) {
        TreeSet<String> names = new TreeSet<>();
        String above = prefixBelow(key);
        for (String path : below(key).keySet()) {
            int end = path.indexOf('/', above.length());
            names.add(path.substring(above.length(), end < 0 ? path.length() : end));
        }
        return List.copyOf(names);
    }

    /** All states under the prefix, the prefix itself too. */
    synchronized List<Versioned> under(Key prefix) {
        List<Versioned> states = new ArrayList<>();
        read(prefix).ifPresent(states::add);
        below(prefix).values().forEach(entry -> states.add(entry.state()));
        return states;
    }

    synchronized CommitResult commit(Commit commit, String session) {
        for (Check check : commit.checks()) {
            if (!holds(check)) {
                return repetition(commit).orElseGet(() -> new Refused(check));
            }
        }
        rejectChildrenOfSessionKeys(commit);
        return apply(commit, session);
    }

    synchronized void add(MemoryWatch watch) {
        watches.add(watch);
    }

    synchronized void remove(MemoryWatch watch) {
        watches.remove(watch);
    }

    private Accepted apply(Commit commit, String session) {
        revision++;
        Version version = new Version(String.valueOf(revision));
        Map<Key, Version> versions = new HashMap<>();
        List<Key> changed = new ArrayList<>();
        for (Put put : commit.puts()) {
            Versioned state = new Versioned(put.key(), version, commit.requestId(), put.value());
            entries.put(put.key().path(), new Entry(state, put.lifetime() == Lifetime.SESSION ? session : null));
            versions.put(put.key(), version);
            changed.add(put.key());
        }
        for (Key key : commit.deletes()) {
            if (entries.remove(key.path()) != null) {
                changed.add(key);
            }
        }
        changed(changed);
        return new Accepted(versions);
    }

    /** The answer to a commit that had happened before, as long as something of it is left to tell. */
    private Optional<CommitResult> repetition(Commit commit) {
        Map<Key, Version> versions = new HashMap<>();
        for (Put put : commit.puts()) {
            read(put.key())
                    .filter(state -> state.requestId().equals(commit.requestId()))
                    .ifPresent(state -> versions.put(put.key(), state.version()));
        }
        return versions.isEmpty() ? Optional.empty() : Optional.of(new Accepted(versions));
    }

    private boolean holds(Check check) {
        Entry entry = entries.get(check.key().path());
        return switch (check.kind()) {
            case UNCHANGED -> entry != null && entry.state().version().equals(check.version());
            case PRESENT -> entry != null;
            case ABSENT -> entry == null;
        };
    }

    private void rejectChildrenOfSessionKeys(Commit commit) {
        Map<Key, Put> puts = new HashMap<>();
        commit.puts().forEach(put -> puts.put(put.key(), put));
        Set<Key> deletes = new HashSet<>(commit.deletes());
        for (Put put : commit.puts()) {
            for (Optional<Key> above = put.key().parent();
                    above.isPresent();
                    above = above.get().parent()) {
                if (isSessionKeyAfter(above.get(), puts, deletes)) {
                    throw noChildren(above.get(), put.key());
                }
            }
            if (put.lifetime() == Lifetime.SESSION) {
                below(put.key()).values().stream()
                        .map(entry -> entry.state().key())
                        .filter(key -> !deletes.contains(key))
                        .findFirst()
                        .ifPresent(key -> {
                            throw noChildren(put.key(), key);
                        });
            }
        }
    }

    private boolean isSessionKeyAfter(Key key, Map<Key, Put> puts, Set<Key> deletes) {
        Put put = puts.get(key);
        if (put != null) {
            return put.lifetime() == Lifetime.SESSION;
        }
        Entry entry = entries.get(key.path());
        return entry != null && entry.session() != null && !deletes.contains(key);
    }

    private static EngineException noChildren(Key sessionKey, Key child) {
        return new EngineException(
                Category.REJECTED, "session key " + sessionKey + " can have no children such as " + child);
    }

    private void changed(List<Key> keys) {
        for (MemoryWatch watch : watches) {
            watch.onChanged(keys);
        }
    }

    private SortedMap<String, Entry> below(Key key) {
        String begin = prefixBelow(key);
        String end = begin.substring(0, begin.length() - 1) + (char) ('/' + 1);
        return entries.subMap(begin, end);
    }

    private static String prefixBelow(Key key) {
        return key.isRoot() ? "/" : key.path() + "/";
    }
}
