package com.example.directory;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Commit.Put;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.KeyElection;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * One client of a directory. Its {@link StoreThread} does all that is asked for in order, looks for what others wrote, gives signs of
 * life, and calls back. When the directory cannot be read or written, the session is suspended.
 */
final class DirectoryStore implements MetadataStore {
    private static final int BEATS_A_TIMEOUT = 5;

    /** Something that needs the directory. */
    private interface Question<T> {
        T answer() throws IOException;
    }

    private final StateFiles files;
    private final PluginContext context;
    private final DirectorySession session;
    private final StoreThread thread;
    private final long sessionMillis;
    private final long beatNanos;
    private final Set<KeyElection> elections = ConcurrentHashMap.newKeySet();

    // The store's thread alone.
    private final List<DirectoryWatch> watches = new ArrayList<>();
    private final List<Runnable> afterPoll = new ArrayList<>();
    private final Neighbours neighbours;
    private State state = State.EMPTY;
    private long nextBeatNanos;
    private long beats;

    private DirectoryStore(StateFiles files, Settings settings, PluginContext context) {
        this.files = files;
        this.context = context;
        session = new DirectorySession(context);
        sessionMillis = settings.sessionTimeout().toMillis();
        beatNanos = settings.sessionTimeout().toNanos() / BEATS_A_TIMEOUT;
        long now = context.nanoClock().getAsLong();
        neighbours = new Neighbours(files, 2 * beatNanos, now);
        nextBeatNanos = now;
        thread = new StoreThread(context, settings.pollInterval(), new Duty());
    }

    /** @throws EngineException UNAVAILABLE if the directory cannot be used */
    static DirectoryStore open(StateFiles files, Settings settings, PluginContext context) {
        DirectoryStore store = new DirectoryStore(files, settings, context);
        try {
            store.session.begin(store.newSession());
        } catch (IOException e) {
            throw unavailable("a new session", e);
        }
        store.thread.start();
        return store;
    }

    @Override
    public CompletionStage<Optional<Versioned>> read(Key key) {
        return ask("read of " + key, () -> {
            refresh();
            return state.read(key);
        });
    }

    @Override
    public CompletionStage<List<String>> children(Key key) {
        return ask("children of " + key, () -> {
            refresh();
            return state.children(key);
        });
    }

    @Override
    public CompletionStage<CommitResult> commit(Commit commit) {
        // What a session that has ended meanwhile was to own must not get into the hands of the next.
        String owner = session.id();
        return ask("commit " + commit.requestId(), () -> write(commit, owner));
    }

    @Override
    public Registration watch(Key prefix, Watcher watcher) {
        DirectoryWatch watch = new DirectoryWatch(prefix, watcher, context);
        boolean taken = thread.submit(() -> {
            watches.add(watch);
            attempt(() -> {
                refresh();
                watch.tell(state);
            });
        });
        if (!taken) {
            throw closed();
        }
        return watch;
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public LeaderElection elect(Election election, Candidate candidate) {
        KeyElection started = new KeyElection(this, election, candidate, this::later, context);
        elections.add(started);
        return () -> {
            elections.remove(started);
            started.close();
        };
    }

    @Override
    public void close() {
        elections.forEach(KeyElection::close);
        thread.close();
    }

    private <T> CompletionStage<T> ask(String what, Question<T> question) {
        CompletableFuture<T> stage = new CompletableFuture<>();
        if (!thread.submit(() -> answer(stage, what, question))) {
            stage.completeExceptionally(closed());
        }
        return stage;
    }

    private <T> void answer(CompletableFuture<T> stage, String what, Question<T> question) {
        T answer;
        try {
            answer = question.answer();
        } catch (IOException e) {
            suspend(e);
            stage.completeExceptionally(unavailable(what, e));
            return;
        } catch (EngineException e) {
            stage.completeExceptionally(e);
            return;
        } catch (RuntimeException e) {
            stage.completeExceptionally(new EngineException(Category.FATAL, what + ": " + e, e));
            return;
        }
        stage.complete(answer);
    }

    /** For elections: after the next look that worked. */
    private void later(Runnable task) {
        thread.submit(() -> afterPoll.add(task));
    }

    private final class Duty implements StoreThread.Duty {
        @Override
        public String name() {
            return "the thread of session " + session.id();
        }

        @Override
        public void poll() {
            attempt(DirectoryStore.this::poll);
        }

        @Override
        public void lastTasksBegin() {
            watches.forEach(DirectoryWatch::close);
        }

        @Override
        public void end() {
            String last = session.id();
            session.close();
            try {
                endSession(last);
            } catch (IOException e) {
                context.onError("end of session " + last + ", which the others end when it is silent", e);
            }
        }
    }

    private void poll() throws IOException {
        refresh();
        if (thread.isFinished()) {
            return;
        }
        if (session.state() == Session.State.ENDED) {
            session.renew(newSession());
            watches.forEach(DirectoryWatch::onGap);
        } else if (session.state() == Session.State.SUSPENDED) {
            session.resume();
            watches.forEach(DirectoryWatch::onGap);
        }
        long nowNanos = context.nanoClock().getAsLong();
        if (nowNanos - nextBeatNanos >= 0) {
            nextBeatNanos = nowNanos + beatNanos;
            files.beat(session.id(), ++beats);
            for (String silent : neighbours.silent(state, session.id(), nowNanos)) {
                endSession(silent);
            }
        }
        tellWatches();
        List<Runnable> due = List.copyOf(afterPoll);
        afterPoll.clear();
        due.forEach(thread::guard);
    }

    /** Looks for what others wrote. */
    private void refresh() throws IOException {
        State newest = files.newest(state);
        boolean changed = newest != state;
        state = newest;
        if (!state.sessions().containsKey(session.id())) {
            session.end();
        }
        if (changed) {
            tellWatches();
        }
    }

    private void tellWatches() {
        watches.removeIf(DirectoryWatch::isClosed);
        List.copyOf(watches).forEach(watch -> watch.tell(state));
    }

    private CommitResult write(Commit commit, String owner) throws IOException {
        boolean owns = commit.puts().stream().anyMatch(put -> put.lifetime() == Lifetime.SESSION);
        while (true) {
            refresh();
            State before = state;
            Optional<Check> broken = before.firstBroken(commit);
            if (broken.isPresent()) {
                return before.repetition(commit)
                        .<CommitResult>map(accepted -> accepted)
                        .orElseGet(() -> new Refused(broken.get()));
            }
            if (owns && !before.sessions().containsKey(owner)) {
                throw new EngineException(
                        Category.UNAVAILABLE, "commit " + commit.requestId() + ": session " + owner + " has ended");
            }
            State next = before.after(commit, owner);
            if (files.publish(before, next)) {
                state = next;
                tellWatches();
                return accepted(commit, next);
            }
        }
    }

    private static Accepted accepted(Commit commit, State next) {
        Map<Key, Version> versions = new HashMap<>();
        for (Put put : commit.puts()) {
            next.read(put.key()).ifPresent(written -> versions.put(put.key(), written.version()));
        }
        return new Accepted(versions);
    }

    /** The id of a new session: the revision that it begins with, which nobody else has. */
    private String newSession() throws IOException {
        State next = change(before -> before.withSession(Long.toString(before.revision() + 1), sessionMillis));
        String id = Long.toString(next.revision());
        files.beat(id, ++beats);
        return id;
    }

    private void endSession(String id) throws IOException {
        change(before -> before.sessions().containsKey(id) ? before.withoutSession(id) : before);
        files.forgetBeats(id);
    }

    private State change(UnaryOperator<State> change) throws IOException {
        while (true) {
            State before = files.newest(state);
            State next = change.apply(before);
            if (next == before || files.publish(before, next)) {
                state = next;
                return next;
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void attempt(Work work) {
        try {
            work.run();
        } catch (IOException e) {
            suspend(e);
        }
    }

    private void suspend(IOException cause) {
        if (session.state() == Session.State.CONNECTED) {
            context.onError("the directory of session " + session.id(), cause);
        }
        session.suspend();
    }

    private IllegalStateException closed() {
        return new IllegalStateException("the store of session " + session.id() + " is closed");
    }

    private static EngineException unavailable(String what, IOException cause) {
        return new EngineException(Category.UNAVAILABLE, what + ": the directory does not answer: " + cause, cause);
    }
}
