package dev.gale.runtime.sim;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The store itself: what it holds, whose sessions live, and what it tells its clients. */
final class SimStoreServer {
    /** Told of every accepted commit, before anybody else. */
    interface Audit {
        void committed(String by, Commit commit, SimStoreServer store);
    }

    record Entry(Versioned state, @Nullable String session) {}

    private final Sim sim;
    private final long sessionNanos;
    private final NavigableMap<Key, Entry> entries = new TreeMap<>();
    private final Map<String, Long> sessions = new HashMap<>();
    private final List<SimStore> clients = new ArrayList<>();
    private final Audit audit;
    private boolean up = true;
    private long revision;
    private long sessionCount;

    SimStoreServer(Sim sim, long sessionNanos, Audit audit) {
        this.sim = sim;
        this.sessionNanos = sessionNanos;
        this.audit = audit;
        sim.after(sessionNanos / 10, this::expire);
    }

    long sessionNanos() {
        return sessionNanos;
    }

    NavigableMap<Key, Entry> entries() {
        return entries;
    }

    boolean isUp() {
        return up;
    }

    void setUp(boolean now) {
        up = now;
        if (up) {
            // As a real one does: sessions get their whole time again after an outage.
            sessions.replaceAll((id, heard) -> sim.nowNanos());
        } else {
            List.copyOf(clients).forEach(SimStore::breakConnection);
        }
    }

    void connect(SimStore client) {
        clients.add(client);
    }

    void disconnect(SimStore client) {
        clients.remove(client);
    }

    String openSession() {
        String id = "session-" + ++sessionCount;
        sessions.put(id, sim.nowNanos());
        return id;
    }

    /** @return whether the session lives */
    boolean ping(String session) {
        return sessions.computeIfPresent(session, (id, heard) -> sim.nowNanos()) != null;
    }

    void closeSession(String session) {
        sessions.remove(session);
        List<Key> gone = entries.entrySet().stream()
                .filter(entry -> session.equals(entry.getValue().session()))
                .map(Map.Entry::getKey)
                .toList();
        gone.forEach(key -> {
            entries.remove(key);
            tell(key, null);
        });
    }

    List<String> sessions() {
        return sessions.keySet().stream().sorted().toList();
    }

    /** @return null if the session that a key needs is over */
    @Nullable
    CommitResult commit(String by, Commit commit, String session) {
        Check failed = commit.checks().stream()
                .filter(check -> !holds(check))
                .findFirst()
                .orElse(null);
        if (failed != null) {
            for (Commit.Put put : commit.puts()) {
                Entry there = entries.get(put.key());
                if (there != null && there.state().requestId().equals(commit.requestId())) {
                    return accepted(commit);
                }
            }
            return new CommitResult.Refused(failed);
        }
        boolean needsSession = commit.puts().stream().anyMatch(put -> put.lifetime() == Lifetime.SESSION);
        if (needsSession && !sessions.containsKey(session)) {
            return null;
        }
        audit.committed(by, commit, this);
        revision++;
        Version version = new Version(Long.toString(revision));
        for (Commit.Put put : commit.puts()) {
            Versioned state = new Versioned(put.key(), version, commit.requestId(), put.value());
            entries.put(put.key(), new Entry(state, put.lifetime() == Lifetime.SESSION ? session : null));
            tell(put.key(), state);
        }
        for (Key key : commit.deletes()) {
            if (entries.remove(key) != null) {
                tell(key, null);
            }
        }
        return accepted(commit);
    }

    private CommitResult accepted(Commit commit) {
        Map<Key, Version> versions = new HashMap<>();
        commit.puts().forEach(put -> {
            Entry entry = entries.get(put.key());
            versions.put(
                    put.key(),
                    entry == null ? new Version("gone") : entry.state().version());
        });
        return new CommitResult.Accepted(versions);
    }

    private boolean holds(Check check) {
        Entry entry = entries.get(check.key());
        return switch (check.kind()) {
            case ABSENT -> entry == null;
            case PRESENT -> entry != null;
            case UNCHANGED -> entry != null && Objects.equals(entry.state().version(), check.version());
        };
    }

    private void tell(Key key, @Nullable Versioned state) {
        List.copyOf(clients).forEach(client -> client.told(key, state));
    }

    private void expire() {
        if (up) {
            List<String> over = sessions.entrySet().stream()
                    .filter(entry -> sim.nowNanos() - entry.getValue() > sessionNanos)
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            over.forEach(this::closeSession);
        }
        sim.after(sessionNanos / 10, this::expire);
    }
}
