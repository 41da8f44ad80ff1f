package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.KeyElection;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One client of an ensemble. All it does, it does on one thread; what is called from others is handed over to it.
 *
 * <p>Calls go to the session's handle also while it is suspended: they are sent when the connection is back soon enough,
 * and fail otherwise. Without a session they wait for the next one, but not for longer than a session lives; those with
 * session keys are for the session that they were asked for in and no other, since whoever asked for them may not know yet
 * that the others are gone.
 */
final class ZookeeperMetadataStore implements MetadataStore {
    private static final Duration ELECTION_PAUSE = Duration.ofMillis(250);

    private final PluginContext context;
    private final StoreThread thread;
    private final ZookeeperSession session;
    private final Connection connection;
    private final Turns turns = new Turns();
    private final Creations creations;
    private final EmptyParents emptyParents;
    private final Watches watches;
    private final Failures failures;
    private final Set<KeyElection> elections = ConcurrentHashMap.newKeySet();
    private final Set<CompletableFuture<?>> stages = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private ZookeeperMetadataStore(ZookeeperSettings settings, PluginContext context) {
        this.context = context;
        this.thread = StoreThread.start(context);
        this.session = new ZookeeperSession(thread);
        this.connection = new Connection(settings, context, thread, session, this::onConnected);
        this.creations = new Creations(settings.credentials());
        this.emptyParents = new EmptyParents(thread, connection::handle, creations, context);
        this.failures = new Failures(settings.connect());
        this.watches = new Watches(thread, connection::handle, emptyParents, failures, context);
    }

    /** Returns a store with a session, or throws and leaves nothing behind. */
    static ZookeeperMetadataStore open(ZookeeperSettings settings, PluginContext context) {
        ZookeeperMetadataStore store = new ZookeeperMetadataStore(settings, context);
        try {
            store.connection.open();
            return store;
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public CompletionStage<Optional<Versioned>> read(Key key) {
        return ask(
                "read of " + key,
                connection::soon,
                handle -> handle.content(Paths.path(key))
                        .thenApply(content -> content.flatMap(it -> Envelope.decode(key, it.data(), it.stat()))));
    }

    @Override
    public CompletionStage<List<String>> children(Key key) {
        String path = Paths.path(key);
        return ask(
                "children of " + key,
                connection::soon,
                handle -> handle.children(path)
                        .thenApply(names -> names.stream()
                                .flatMap(name -> Paths.key(Paths.child(path, name)).stream())
                                .map(Key::name)
                                .sorted()
                                .toList()));
    }

    @Override
    public CompletionStage<CommitResult> commit(Commit commit) {
        String what = "commit " + commit.requestId();
        boolean bound = commit.puts().stream().anyMatch(put -> put.lifetime() == Lifetime.SESSION);
        Optional<Handle> meant = bound ? connection.handle() : Optional.empty();
        return ask(
                what,
                () -> bound ? bound(what, meant) : connection.soon(),
                handle -> turns.take(
                                CommitPlan.counted(commit),
                                CommitPlan.written(commit),
                                () -> CommitRun.start(handle, creations, commit))
                        .thenApply(result -> {
                            if (result.accepted()) {
                                commit.deletes().forEach(key -> emptyParents.above(Paths.path(key)));
                            }
                            return result;
                        }));
    }

    /** What a commit with session keys is done by: the session that it was asked for in, if that is still the present one. */
    private CompletableFuture<Handle> bound(String what, Optional<Handle> meant) {
        return meant.isPresent() && meant.equals(connection.handle())
                ? CompletableFuture.completedFuture(meant.get())
                : CompletableFuture.failedFuture(failures.noSession(what));
    }

    private <T> CompletionStage<T> ask(
            String what, Supplier<CompletableFuture<Handle>> session, Function<Handle, CompletableFuture<T>> question) {
        CompletableFuture<T> stage = new CompletableFuture<>();
        stages.add(stage);
        boolean asked = !closed
                && thread.execute(() ->
                        put(session, question).whenComplete((answer, failure) -> settle(stage, what, answer, failure)));
        if (!asked) {
            settle(stage, what, null, closedException());
        }
        return stage;
    }

    private <T> CompletableFuture<T> put(
            Supplier<CompletableFuture<Handle>> session, Function<Handle, CompletableFuture<T>> question) {
        if (closed) {
            return CompletableFuture.failedFuture(closedException());
        }
        return session.get().thenCompose(question);
    }

    private <T> void settle(CompletableFuture<T> stage, String what, @Nullable T answer, @Nullable Throwable failure) {
        stages.remove(stage);
        if (failure == null) {
            stage.complete(answer);
        } else if (failure instanceof ClosedException) {
            stage.completeExceptionally(failure);
        } else {
            stage.completeExceptionally(failures.of(what, failure));
        }
    }

    @Override
    public Registration watch(Key prefix, Watcher watcher) {
        rejectClosed();
        return watches.open(prefix, watcher);
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public LeaderElection elect(Election election, Candidate candidate) {
        rejectClosed();
        KeyElection started =
                new KeyElection(this, election, candidate, task -> thread.after(ELECTION_PAUSE, task), context);
        elections.add(started);
        return () -> {
            elections.remove(started);
            started.close();
        };
    }

    @Override
    public void close() {
        elections.forEach(KeyElection::close);
        closed = true;
        if (thread.isCurrent()) {
            endCallbacks();
        } else {
            CountDownLatch ended = new CountDownLatch(1);
            boolean running = thread.execute(() -> {
                endCallbacks();
                ended.countDown();
            });
            if (running) {
                await(ended);
            }
        }
        connection.close();
        thread.close();
    }

    private void onConnected() {
        if (!closed) {
            watches.synchronizeAll();
        }
    }

    private void endCallbacks() {
        watches.closeAll();
        session.close();
        for (CompletableFuture<?> stage : stages) {
            stages.remove(stage);
            stage.completeExceptionally(new EngineException(
                    Category.UNAVAILABLE, "the store was closed before " + failures.connect() + " answered"));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void rejectClosed() {
        if (closed) {
            throw closedException();
        }
    }

    private ClosedException closedException() {
        return new ClosedException("the store of session " + session.id() + " is closed");
    }

    /** Calls of a closed store fail with this, and never by ZooKeeper. */
    private static final class ClosedException extends IllegalStateException {
        ClosedException(String message) {
            super(message);
        }
    }

    /** For tests, which end the session from outside. */
    Connection connection() {
        return connection;
    }
}
