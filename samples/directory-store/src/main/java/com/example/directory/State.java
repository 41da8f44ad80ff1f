package com.example.directory;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Commit.Put;
import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that is stored after one commit. It never changes; a commit makes the next one of it.
 *
 * @param revision how many commits there were
 * @param sessions the timeouts in milliseconds of the sessions that live
 * @param entries by path
 */
record State(long revision, Map<String, Long> sessions, SortedMap<String, Entry> entries) {
    /** The session of what lives until somebody deletes it. */
    static final String PERSISTENT = "";

    /** A key, the commit that wrote it last, and the session that it goes with. */
    record Entry(Versioned state, String session) {}

    static final State EMPTY = new State(0, Map.of(), Collections.emptySortedMap());

    State {
        sessions = Map.copyOf(sessions);
        entries = Collections.unmodifiableSortedMap(entries);
    }

    Optional<Versioned> read(Key key) {
        return Optional.ofNullable(entries.get(key.path())).map(Entry::state);
    }

    List<String> children(Key key) {
        TreeSet<String> names = new TreeSet<>();
        int begin = prefixBelow(key).length();
        for (String path : below(key).keySet()) {
            int end = path.indexOf('/', begin);
            names.add(path.substring(begin, end < 0 ? path.length() : end));
        }
        return List.copyOf(names);
    }

    /** All keys under the prefix, the prefix itself too. */
    List<Versioned> under(Key prefix) {
        List<Versioned> states = new ArrayList<>();
        read(prefix).ifPresent(states::add);
        below(prefix).values().forEach(entry -> states.add(entry.state()));
        return states;
    }

    /** The first check that does not hold. */
    Optional<Check> firstBroken(Commit commit) {
        return commit.checks().stream().filter(check -> !holds(check)).findFirst();
    }

    /** The answer to a commit that had happened before, as long as something of it is left to tell. */
    Optional<Accepted> repetition(Commit commit) {
        Map<Key, Version> versions = new HashMap<>();
        for (Put put : commit.puts()) {
            read(put.key())
                    .filter(state -> state.requestId().equals(commit.requestId()))
                    .ifPresent(state -> versions.put(put.key(), state.version()));
        }
        return versions.isEmpty() ? Optional.empty() : Optional.of(new Accepted(versions));
    }

    /** The state after a commit whose checks hold. @throws EngineException REJECTED if a session key would have children */
    State after(Commit commit, String session) {
        TreeMap<String, Entry> next = new TreeMap<>(entries);
        Version version = new Version(Long.toString(revision + 1));
        commit.deletes().forEach(key -> next.remove(key.path()));
        for (Put put : commit.puts()) {
            Versioned state = new Versioned(put.key(), version, commit.requestId(), put.value());
            next.put(put.key().path(), new Entry(state, put.lifetime() == Lifetime.SESSION ? session : PERSISTENT));
        }
        State after = new State(revision + 1, sessions, next);
        commit.puts().forEach(put -> after.rejectChildrenOfSessionKeys(put.key()));
        return after;
    }

    State withSession(String session, long timeoutMillis) {
        Map<String, Long> more = new HashMap<>(sessions);
        more.put(session, timeoutMillis);
        return new State(revision + 1, more, entries);
    }

    /** Without the session and what it had put. */
    State withoutSession(String session) {
        Map<String, Long> fewer = new HashMap<>(sessions);
        fewer.remove(session);
        TreeMap<String, Entry> left = new TreeMap<>(entries);
        left.values().removeIf(entry -> entry.session().equals(session));
        return new State(revision + 1, fewer, left);
    }

    private boolean holds(Check check) {
        Optional<Versioned> state = read(check.key());
        return switch (check.kind()) {
            case UNCHANGED -> state.isPresent() && state.get().version().equals(check.version());
            case PRESENT -> state.isPresent();
            case ABSENT -> state.isEmpty();
        };
    }

    private void rejectChildrenOfSessionKeys(Key written) {
        Set<Key> parents = new HashSet<>();
        for (Optional<Key> above = written.parent();
                above.isPresent();
                above = above.get().parent()) {
            parents.add(above.get());
        }
        for (Key parent : parents) {
            if (isSessionKey(parent)) {
                throw noChildren(parent, written);
            }
        }
        if (isSessionKey(written) && !below(written).isEmpty()) {
            throw noChildren(written, Key.of(below(written).firstKey()));
        }
    }

    private boolean isSessionKey(Key key) {
        Entry entry = entries.get(key.path());
        return entry != null && !entry.session().equals(PERSISTENT);
    }

    private static EngineException noChildren(Key sessionKey, Key child) {
        return new EngineException(
                Category.REJECTED, "session key " + sessionKey + " can have no children such as " + child);
    }

    private SortedMap<String, Entry> below(Key key) {
        String begin = prefixBelow(key);
        return entries.subMap(begin, begin.substring(0, begin.length() - 1) + (char) ('/' + 1));
    }

    private static String prefixBelow(Key key) {
        return key.isRoot() ? "/" : key.path() + "/";
    }
}
