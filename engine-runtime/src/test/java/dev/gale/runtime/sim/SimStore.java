package dev.gale.runtime.sim;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.KeyElection;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node's client of the simulated store. Messages take their time, in order each way; what is under way when the line breaks is
 * lost, and its sender hears of nothing but the time that has passed.
 */
final class SimStore implements MetadataStore {
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Sim sim;
    private final SimNode node;
    private final SimStoreServer server;
    private final ClientSession session;
    private final List<Watch> watches = new ArrayList<>();
    private final List<KeyElection> elections = new ArrayList<>();

    private boolean cut;
    private boolean connected = true;
    private boolean closed;
    private long connection;
    private long lastArrivalNanos;
    private long heardNanos;

    SimStore(Sim sim, SimNode node, SimStoreServer server) {
        this.sim = sim;
        this.node = node;
        this.server = server;
        session = new ClientSession();
        heardNanos = sim.nowNanos();
        server.connect(this);
        node.every(server.sessionNanos() / 5, this::ping);
    }

    /** Nothing passes between this node and the store until it is healed. */
    void cut() {
        cut = true;
        breakConnection();
    }

    void heal() {
        cut = false;
    }

    /** The process is gone without a word. */
    void abandon() {
        closed = true;
        server.disconnect(this);
    }

    String sessionId() {
        return session.id;
    }

    @Override
    public CompletionStage<Optional<Versioned>> read(Key key) {
        return call(() -> Optional.ofNullable(server.entries().get(key)).map(SimStoreServer.Entry::state));
    }

    @Override
    public CompletionStage<List<String>> children(Key key) {
        return call(() -> {
            TreeSet<String> names = new TreeSet<>();
            int depth = key.isRoot() ? 1 : key.path().length() + 1;
            server.entries().keySet().forEach(other -> {
                if (key.covers(other) && !other.equals(key)) {
                    names.add(other.path().substring(depth).split("/", 2)[0]);
                }
            });
            return List.copyOf(names);
        });
    }

    @Override
    public CompletionStage<CommitResult> commit(Commit commit) {
        String of = session.id;
        return call(() -> server.commit(node.toString(), commit, of));
    }

    @Override
    public Registration watch(Key prefix, Watcher watcher) {
        Watch watch = new Watch(prefix, watcher);
        watches.add(watch);
        if (connected) {
            resync(watch);
        }
        return () -> {
            watch.ended = true;
            watches.remove(watch);
        };
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public LeaderElection elect(Election election, Candidate candidate) {
        KeyElection standing = new KeyElection(
                this,
                election,
                candidate,
                action -> node.after(TimeUnit.MILLISECONDS.toNanos(sim.between(50, 300)), action),
                new SimContext(sim, node));
        elections.add(standing);
        return standing;
    }

    @Override
    public void close() {
        List.copyOf(elections).forEach(KeyElection::close);
        server.closeSession(session.id);
        abandon();
    }

    /** The server says that a key changed. */
    void told(Key key, @Nullable Versioned state) {
        for (Watch watch : watches) {
            if (watch.prefix.covers(key)) {
                deliver(() -> watch.changed(key, state));
            }
        }
    }

    private boolean isReachable() {
        return !cut && !closed && server.isUp();
    }

    /** Asks the server, and answers on the node; fails when no answer has come for long. */
    private <T> CompletionStage<T> call(Supplier<@Nullable T> onServer) {
        CompletableFuture<T> done = new CompletableFuture<>();
        if (closed) {
            done.completeExceptionally(new IllegalStateException("closed"));
            return done;
        }
        long of = connection;
        Consumer<String> fail = why -> done.completeExceptionally(new EngineException(Category.UNAVAILABLE, why));
        node.after(ANSWER_NANOS, () -> fail.accept("no answer"));
        if (!connected) {
            node.after(TimeUnit.MILLISECONDS.toNanos(1), () -> fail.accept("not connected"));
            return done;
        }
        sim.after(delay(), () -> {
            if (of == connection && isReachable() && node.isAlive()) {
                T answer = onServer.get();
                deliver(() -> {
                    if (answer == null) {
                        fail.accept("the session is over");
                    } else {
                        done.complete(answer);
                    }
                });
            }
        });
        return done;
    }

    /** From the server to the node, in order. */
    private void deliver(Runnable action) {
        long of = connection;
        lastArrivalNanos = Math.max(lastArrivalNanos + 1, sim.nowNanos() + delay());
        sim.after(lastArrivalNanos - sim.nowNanos(), () -> {
            if (of == connection && isReachable()) {
                node.execute(() -> {
                    if (of == connection && !closed) {
                        heardNanos = sim.nowNanos();
                        action.run();
                    }
                });
            }
        });
    }

    private long delay() {
        return TimeUnit.MICROSECONDS.toNanos(sim.chance(0.02) ? sim.between(1_000, 50_000) : sim.between(100, 2_000));
    }

    private void ping() {
        if (closed) {
            return;
        }
        String of = session.id;
        this.<Boolean>call(() -> server.ping(of)).whenComplete((lives, failure) -> {
            if (failure != null) {
                if (sim.nowNanos() - heardNanos > server.sessionNanos() / 2) {
                    breakConnection();
                }
            } else if (!lives) {
                begin();
            }
        });
        if (!connected && isReachable()) {
            reconnect();
        }
    }

    /** The line is broken; what is under way is lost. */
    void breakConnection() {
        connection++;
        if (connected) {
            connected = false;
            node.execute(() -> session.to(Session.State.SUSPENDED, SessionListener::suspended));
        }
    }

    private void reconnect() {
        connection++;
        connected = true;
        heardNanos = sim.nowNanos();
        String of = session.id;
        this.<Boolean>call(() -> server.ping(of)).whenComplete((lives, failure) -> {
            if (failure == null && lives) {
                session.to(Session.State.CONNECTED, SessionListener::resumed);
                List.copyOf(watches).forEach(this::resync);
            } else if (failure == null) {
                begin();
            } else {
                breakConnection();
            }
        });
    }

    /** A new session, since the old one is over. */
    private void begin() {
        session.to(Session.State.ENDED, SessionListener::ended);
        session.id = server.openSession();
        String id = session.id;
        session.to(Session.State.CONNECTED, listener -> listener.renewed(id));
        List.copyOf(watches).forEach(this::resync);
    }

    private void resync(Watch watch) {
        call(() -> {
                    Map<Key, Versioned> all = new TreeMap<>();
                    server.entries().forEach((key, entry) -> {
                        if (watch.prefix.covers(key)) {
                            all.put(key, entry.state());
                        }
                    });
                    return all;
                })
                .whenComplete((all, failure) -> {
                    if (failure == null) {
                        watch.isNow(all);
                    } else if (connected && !closed && !watch.ended) {
                        resync(watch);
                    }
                });
    }

    private static final class Watch {
        final Key prefix;
        final Watcher watcher;
        final Map<Key, Versioned> known = new HashMap<>();
        boolean ended;

        Watch(Key prefix, Watcher watcher) {
            this.prefix = prefix;
            this.watcher = watcher;
        }

        void changed(Key key, @Nullable Versioned state) {
            if (ended) {
                return;
            }
            if (state != null) {
                known.put(key, state);
                watcher.put(state);
            } else if (known.remove(key) != null) {
                watcher.deleted(key);
            }
        }

        void isNow(Map<Key, Versioned> all) {
            for (Key key : new TreeSet<>(known.keySet())) {
                if (!all.containsKey(key)) {
                    changed(key, null);
                }
            }
            all.forEach((key, state) -> {
                Versioned before = known.get(key);
                if (before == null || !before.version().equals(state.version())) {
                    changed(key, state);
                }
            });
            if (!ended) {
                watcher.synced();
            }
        }
    }

    private final class ClientSession implements Session {
        private final List<SessionListener> listeners = new ArrayList<>();
        private String id = server.openSession();
        private State state = State.CONNECTED;

        @Override
        public String id() {
            return id;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public Registration listen(SessionListener listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }

        void to(State next, Consumer<SessionListener> tell) {
            if (state != next) {
                state = next;
                List.copyOf(listeners).forEach(tell);
            }
        }
    }
}
