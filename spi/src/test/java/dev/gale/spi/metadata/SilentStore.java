package dev.gale.spi.metadata;

import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store of one thread that tells its watchers nothing by itself, so that a test decides what they miss. Calls are
 * answered when {@link #settle} runs them.
 */
final class SilentStore implements MetadataStore, Session {
    private final Map<Key, Versioned> entries = new TreeMap<>();
    private final List<Watcher> watchers = new ArrayList<>();
    private final Queue<Runnable> calls = new ArrayDeque<>();
    private Queue<Runnable> paused = new ArrayDeque<>();
    private int revision;
    private int reads;
    private int answersToLose;
    private boolean rejects;

    /** Answers all calls, those too that follow from the answers. */
    void settle() {
        for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            call.run();
        }
    }

    /** The pause of an election: until {@link #endPause}. */
    void pause(Runnable task) {
        paused.add(task);
    }

    void endPause() {
        endPauseUnanswered();
        settle();
    }

    /** What is asked for then has to wait for {@link #settle}. */
    void endPauseUnanswered() {
        Queue<Runnable> due = paused;
        paused = new ArrayDeque<>();
        due.forEach(Runnable::run);
    }

    boolean isPaused() {
        return !paused.isEmpty();
    }

    int reads() {
        return reads;
    }

    Optional<Versioned> state(Key key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** Of the next commits, which happen. */
    void loseAnswers(int number) {
        answersToLose = number;
    }

    /** Whether commits whose checks hold fail, as where somebody else has spoilt the keys. */
    void reject(boolean all) {
        rejects = all;
    }

    /** Another client's doing. */
    void delete(Key key) {
        entries.remove(key);
    }

    /** The doing of somebody who knows nothing of elections. */
    void putForeign(Key key) {
        revision++;
        entries.put(key, new Versioned(key, new Version(String.valueOf(revision)), "foreign", Bytes.utf8("x")));
    }

    void tellState(Key key) {
        Versioned state = state(key).orElseThrow();
        watchers.forEach(watcher -> watcher.put(state));
        settle();
    }

    void tellDeleted(Key key) {
        tellDeletedUnanswered(key);
        settle();
    }

    void tellDeletedUnanswered(Key key) {
        watchers.forEach(watcher -> watcher.deleted(key));
    }

    void tellSynced() {
        watchers.forEach(Watcher::synced);
        settle();
    }

    @Override
    public CompletionStage<Optional<Versioned>> read(Key key) {
        reads++;
        CompletableFuture<Optional<Versioned>> stage = new CompletableFuture<>();
        calls.add(() -> stage.complete(state(key)));
        return stage;
    }

    @Override
    public CompletionStage<CommitResult> commit(Commit commit) {
        CompletableFuture<CommitResult> stage = new CompletableFuture<>();
        calls.add(() -> {
            if (rejects) {
                stage.completeExceptionally(new EngineException(Category.REJECTED, "the keys are spoilt"));
                return;
            }
            CommitResult result = apply(commit);
            if (answersToLose == 0) {
                stage.complete(result);
            } else {
                answersToLose--;
                stage.completeExceptionally(new EngineException(Category.UNAVAILABLE, "the answer is lost"));
            }
        });
        return stage;
    }

    private CommitResult apply(Commit commit) {
        for (Check check : commit.checks()) {
            if (!holds(check)) {
                return repetition(commit).orElseGet(() -> new Refused(check));
            }
        }
        revision++;
        Version version = new Version(String.valueOf(revision));
        Map<Key, Version> versions = new HashMap<>();
        for (Commit.Put put : commit.puts()) {
            entries.put(put.key(), new Versioned(put.key(), version, commit.requestId(), put.value()));
            versions.put(put.key(), version);
        }
        commit.deletes().forEach(entries::remove);
        return new Accepted(versions);
    }

    private Optional<CommitResult> repetition(Commit commit) {
        Map<Key, Version> versions = new HashMap<>();
        for (Commit.Put put : commit.puts()) {
            state(put.key())
                    .filter(state -> state.requestId().equals(commit.requestId()))
                    .ifPresent(state -> versions.put(put.key(), state.version()));
        }
        return versions.isEmpty() ? Optional.empty() : Optional.of(new Accepted(versions));
    }

    private boolean holds(Check check) {
        Optional<Versioned> state = state(check.key());
        return switch (check.kind()) {
            case UNCHANGED -> state.isPresent() && state.get().version().equals(check.version());
            case PRESENT -> state.isPresent();
            case ABSENT -> state.isEmpty();
        };
    }

    @Override
    public Registration watch(Key prefix, Watcher watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    @Override
    public Session session() {
        return this;
    }

    @Override
    public String id() {
        return "session-1";
    }

    @Override
    public State state() {
        return State.CONNECTED;
    }

    @Override
    public Registration listen(SessionListener listener) {
        return () -> {};
    }

    @Override
    public CompletionStage<List<String>> children(Key key) {
        throw new UnsupportedOperationException("an election lists nothing");
    }

    @Override
    public LeaderElection elect(Election election, Candidate candidate) {
        throw new UnsupportedOperationException("the test makes its election itself");
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
