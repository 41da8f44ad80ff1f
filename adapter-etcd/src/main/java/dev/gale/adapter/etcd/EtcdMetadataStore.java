package dev.gale.adapter.etcd;

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
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import io.etcd.jetcd.api.RangeRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One client of a cluster. All it does, but to keep its lease alive, it does on one thread; what is called from others is
 * handed over to it.
 *
 * <p>While there is no session, or it is suspended, calls wait for it, for so long as opening would. Those with session
 * keys do not wait for another session than the one that they were meant for: whoever asked for them may not know yet that
 * the others are gone.
 */
final class EtcdMetadataStore implements MetadataStore {
    private static final Duration ELECTION_PAUSE = Duration.ofMillis(250);

    private final PluginContext context;
    private final TaskThread thread;
    private final EtcdSession session;
    private final Connection connection;
    private final Turns turns = new Turns();
    private final Watches watches;
    private final Failures failures;
    private final Set<KeyElection> elections = ConcurrentHashMap.newKeySet();
    private final Set<CompletableFuture<?>> stages = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private EtcdMetadataStore(EtcdSettings settings, PluginContext context) {
        this.context = context;
        this.thread = TaskThread.start(context, "store");
        this.session = new EtcdSession(thread);
        this.failures = new Failures(settings.connect());
        this.connection = new Connection(settings, context, thread, session, failures, this::onConnected);
        this.watches = new Watches(thread, connection::reads, connection::doubt, failures, context);
    }

    /** Returns a store with a session, or throws and leaves nothing behind. */
    static EtcdMetadataStore open(EtcdSettings settings, PluginContext context) {
        EtcdMetadataStore store = new EtcdMetadataStore(settings, context);
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
        String what = "read of " + key;
        RangeRequest request = RangeRequest.newBuilder().setKey(Keys.of(key)).build();
        return ask(
                what,
                () -> connection
                        .read(what, calls -> calls.range(request))
                        .thenApply(found ->
                                found.getKvsList().stream().findFirst().map(state -> Envelope.decode(key, state))));
    }

    @Override
    public CompletionStage<List<String>> children(Key key) {
        String what = "children of " + key;
        return ask(what, () -> connection.read(what, calls -> Pages.children(calls, key)));
    }

    @Override
    public CompletionStage<CommitResult> commit(Commit commit) {
        String what = "commit " + commit.requestId();
        long lease = CommitPlan.isForSession(commit) ? connection.leaseId() : 0;
        return ask(
                what,
                () -> hasEnded(commit, lease)
                        ? CompletableFuture.failedFuture(failures.noSession(what))
                        : turns.take(
                                what,
                                CommitPlan.touched(commit),
                                CommitPlan.written(commit),
                                () -> connection.write(what, calls -> commit(what, calls, commit, lease))));
    }

    private CompletableFuture<CommitResult> commit(String what, Calls calls, Commit commit, long lease) {
        return hasEnded(commit, lease)
                ? CompletableFuture.failedFuture(failures.noSession(what))
                : CommitRun.start(calls, commit, lease);
    }

    /** Whether it has session keys, and the session that they were meant for is not there (any more). */
    private boolean hasEnded(Commit commit, long lease) {
        return CommitPlan.isForSession(commit) && (lease == 0 || lease != connection.leaseId());
    }

    private <T> CompletionStage<T> ask(String what, Supplier<CompletableFuture<T>> question) {
        CompletableFuture<T> stage = new CompletableFuture<>();
        stages.add(stage);
        boolean asked = !closed
                && thread.offer(() -> {
                    if (closed) {
                        settle(stage, what, null, closedException());
                    } else {
                        question.get().whenComplete((answer, failure) -> settle(stage, what, answer, failure));
                    }
                });
        if (!asked) {
            settle(stage, what, null, closedException());
        }
        return stage;
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
            boolean running = thread.offer(() -> {
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

    /** Calls of a closed store fail with this, and never by etcd. */
    private static final class ClosedException extends IllegalStateException {
        ClosedException(String message) {
            super(message);
        }
    }
}
