package dev.gale.adapter.memory;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * One client of a store within the JVM. Beside the port it has the handles by which a test opens more clients onto the
 * same data and makes faults.
 *
 * <p>A commit happens when it is called, a read when its stage completes: so a read is never older than what a watcher
 * was told before.
 */
public final class MemoryMetadataStore implements MetadataStore {
    private static final Duration ELECTION_PAUSE = Duration.ofMillis(50);

    private final MemoryData data;
    private final PluginContext context;
    private final Delivery delivery;
    private final MemorySession session;

    // Guarded by data.
    private final List<MemoryWatch> watches = new ArrayList<>();
    private final List<KeyElection> elections = new ArrayList<>();
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean losesNextAnswer;
    private boolean closed;

    MemoryMetadataStore(MemoryData data, PluginContext context, Delivery delivery) {
        this.data = data;
        this.context = context;
        this.delivery = delivery;
        this.session = new MemorySession(data, delivery, context);
    }

    /** Opens one more client onto the same data, with a session of its own. */
    public MemoryMetadataStore another(PluginContext anotherContext) {
        return new MemoryMetadataStore(data, anotherContext, DeliveryThread.start(anotherContext));
    }

    /**
     * Opens one more client onto the same data that has no thread: its stages and callbacks run on {@code executor},
     * one at a time and in order. For simulators, which call the store on that thread too.
     */
    public MemoryMetadataStore another(PluginContext anotherContext, Executor executor) {
        return new MemoryMetadataStore(data, anotherContext, Delivery.by(executor));
    }

    @Override
    public CompletionStage<Optional<Versioned>> read(Key key) {
        return onDelivery("read of " + key, () -> data.read(key));
    }

    @Override
    public CompletionStage<List<String>> children(Key key) {
        return onDelivery("children of " + key, () -> data.children(key));
    }

    private <T> CompletionStage<T> onDelivery(String what, Supplier<T> question) {
        CompletableFuture<T> stage = new CompletableFuture<>();
        synchronized (data) {
            if (closed) {
                stage.completeExceptionally(closedException());
                return stage;
            }
            delivery.execute(() -> {
                if (session.isCutOff()) {
                    stage.completeExceptionally(unavailable(what));
                } else {
                    stage.complete(question.get());
                }
            });
        }
        return stage;
    }

    @Override
    public CompletionStage<CommitResult> commit(Commit commit) {
        CompletableFuture<CommitResult> stage = new CompletableFuture<>();
        synchronized (data) {
            if (closed) {
                stage.completeExceptionally(closedException());
                return stage;
            }
            Runnable answer = answerTo(commit, stage);
            delivery.execute(answer);
        }
        return stage;
    }

    private Runnable answerTo(Commit commit, CompletableFuture<CommitResult> stage) {
        if (session.isCutOff() || session.state() == Session.State.ENDED && isBound(commit)) {
            return () -> stage.completeExceptionally(unavailable("commit " + commit.requestId()));
        }
        try {
            CommitResult result = data.commit(commit, session.id());
            if (losesNextAnswer) {
                losesNextAnswer = false;
                return () -> stage.completeExceptionally(unavailable("commit " + commit.requestId()));
            }
            return () -> stage.complete(result);
        } catch (EngineException e) {
            return () -> stage.completeExceptionally(e);
        }
    }

    private static boolean isBound(Commit commit) {
        return commit.puts().stream().anyMatch(put -> put.lifetime() == Lifetime.SESSION);
    }

    @Override
    public Registration watch(Key prefix, Watcher watcher) {
        synchronized (data) {
            rejectClosed();
            MemoryWatch watch = new MemoryWatch(data, session, delivery, prefix, watcher);
            watches.removeIf(MemoryWatch::isClosed);
            watches.add(watch);
            data.add(watch);
            watch.synchronize();
            return watch;
        }
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public LeaderElection elect(Election election, Candidate candidate) {
        synchronized (data) {
            rejectClosed();
            KeyElection started = new KeyElection(this, election, candidate, this::pause, context);
            elections.add(started);
            return started;
        }
    }

    /** The pause of an election: it does not end while the store cannot be reached. */
    private void pause(Runnable task) {
        synchronized (data) {
            if (session.isCutOff()) {
                heldBack.add(task);
            } else {
                delivery.after(ELECTION_PAUSE, task);
            }
        }
    }

    @Override
    public void close() {
        List<KeyElection> openElections;
        synchronized (data) {
            openElections = List.copyOf(elections);
        }
        openElections.forEach(KeyElection::close);
        List<MemoryWatch> openWatches;
        synchronized (data) {
            closed = true;
            openWatches = List.copyOf(watches);
        }
        openWatches.forEach(MemoryWatch::close);
        session.close();
        delivery.close();
    }

    /** Test handle: keeps this client from reaching the store; its session lives on. */
    public void suspend() {
        synchronized (data) {
            session.suspend();
        }
    }

    /** Test handle: lets it reach the store again. */
    public void resume() {
        synchronized (data) {
            session.resume();
            watches.forEach(MemoryWatch::synchronize);
            heldBack.forEach(delivery::execute);
            heldBack.clear();
        }
    }

    /** Test handle: ends this client's session, as a store does that has not heard of it for too long. */
    public void endSession() {
        synchronized (data) {
            session.end();
            watches.forEach(MemoryWatch::synchronize);
        }
    }

    /** Test handle: the next commit happens, and its answer is lost. */
    public void loseNextAnswer() {
        synchronized (data) {
            losesNextAnswer = true;
        }
    }

    private void rejectClosed() {
        if (closed) {
            throw closedException();
        }
    }

    private IllegalStateException closedException() {
        return new IllegalStateException("the store of session " + session.id() + " is closed");
    }

    private static EngineException unavailable(String what) {
        return new EngineException(
                Category.UNAVAILABLE, what + ": the store does not answer, or the session has ended");
    }
}
