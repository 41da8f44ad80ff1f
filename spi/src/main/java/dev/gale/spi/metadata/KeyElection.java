package dev.gale.spi.metadata;

import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An election made of a store's own commits and watch, the same over every backend.
 *
 * <p>Goals: never two fences that are accepted; an epoch that only rises; no act on a guess. To be elected is one
 * commit: the leader's key is absent and gets put for the session, the epoch has the version just read and gets its
 * number plus one. The epoch's new version is the fence, so whoever is elected later invalidates it.
 *
 * <p>Every event (the watch, the session, the end of an attempt) only says "look again": a look reads the leader's key
 * and goes from there, one look at a time. What an ended session had under way is ignored, since its key vanishes.
 *
 * <p>A watch need not tell of a key that came and went before its watcher was told. So a leader looks again after every
 * pause until it was told of its own key: from then on the watch does not leave out what becomes of it.
 *
 * <p>No answer ends an election: what was refused, as by a foreign value in one of the keys, is reported, and looked at
 * again after several pauses, or as soon as something is told.
 *
 * <p>An adapter closes its elections before it closes itself.
 */
public final class KeyElection implements LeaderElection {
    /** No request has this id. */
    private static final String NOBODY = "";

    /** After what was refused: somebody has to put that right first. */
    private static final int PAUSES_AFTER_REFUSAL = 20;

    private final MetadataStore store;
    private final Election election;
    private final Candidate candidate;
    private final Executor pause;
    private final PluginContext context;
    private final String requests;
    private final Registration session;
    private final Registration watch;

    // Guarded by this. Candidates are called with it held, so that close() waits for them.
    private @Nullable Leadership leadership;
    private @Nullable Attempt uncertain;
    private String ownRequest = NOBODY;
    private String toldRequest = NOBODY;
    private boolean looking;
    private boolean lookAgain;
    private boolean closed;
    private long life;
    private long attempts;
    private long pauses;

    /** One try to be elected; repeated as it is while its outcome is unknown. */
    private record Attempt(Commit commit, long epoch) {}

    /** The epoch that the next leader gets, and what makes sure that nobody else gets it. */
    private record NextEpoch(long number, Check check) {}

    /**
     * Stands at once.
     *
     * @param pause runs a task after a pause of the adapter's choice, on any thread: for the next try after UNAVAILABLE;
     *     for that after another failure, it pauses several times
     */
    public KeyElection(
            MetadataStore store, Election election, Candidate candidate, Executor pause, PluginContext context) {
        this.store = store;
        this.election = election;
        this.candidate = candidate;
        this.pause = pause;
        this.context = context;
        this.requests = "elect-" + Long.toHexString(context.random().nextLong()) + "-";
        this.session = store.session().listen(new OnSession());
        this.watch = store.watch(election.leader(), new OnLeader());
    }

    @Override
    public void close() {
        Leadership held;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            held = leadership;
        }
        watch.close();
        session.close();
        if (held != null) {
            resign(held.fence());
        }
    }

    private synchronized void look() {
        if (closed) {
            return;
        }
        if (looking) {
            lookAgain = true;
            return;
        }
        looking = true;
        lookAgain = false;
        pauses++;
        long since = life;
        if (uncertain != null) {
            send(uncertain, since);
        } else {
            store.read(election.leader())
                    .thenApply(state -> state.map(Leader::of))
                    .whenComplete((leader, failure) -> onLeader(since, leader, failure));
        }
    }

    private synchronized void onLeader(long since, @Nullable Optional<Leader> leader, @Nullable Throwable failure) {
        if (stale(since) || failed(leader, failure) || leader == null) {
            return;
        }
        if (leader.isPresent()) {
            if (leadership != null && leader.get().epoch() != leadership.epoch()) {
                depose("another leader was elected");
            }
            endLook();
            return;
        }
        if (leadership != null) {
            depose("the leader's key was deleted");
        }
        store.read(election.epoch())
                .thenApply(this::nextEpoch)
                .whenComplete((epoch, trouble) -> onEpoch(since, epoch, trouble));
    }

    private synchronized void onEpoch(long since, @Nullable NextEpoch next, @Nullable Throwable failure) {
        if (stale(since) || failed(next, failure) || next == null) {
            return;
        }
        Commit commit = Commit.builder(nextRequestId())
                .checkAbsent(election.leader())
                .check(next.check())
                .putForSession(election.leader(), new Leader(next.number(), election.description()).encoded())
                .put(election.epoch(), encoded(next.number()))
                .build();
        send(new Attempt(commit, next.number()), since);
    }

    private void send(Attempt attempt, long since) {
        store.commit(attempt.commit()).whenComplete((result, failure) -> onCommit(attempt, since, result, failure));
    }

    private synchronized void onCommit(
            Attempt attempt, long since, @Nullable CommitResult result, @Nullable Throwable failure) {
        if (closed) {
            withdraw(attempt, since, result, failure);
            return;
        }
        if (stale(since)) {
            return;
        }
        uncertain = failure == null ? null : attempt;
        if (failed(result, failure)) {
            return;
        }
        if (result instanceof Accepted accepted) {
            ownRequest = attempt.commit().requestId();
            elect(new Leadership(attempt.epoch(), fence(accepted)));
        } else {
            lookAgain = true;
        }
        endLook();
    }

    /** Closed while an attempt was under way: nobody must stay elected without knowing. */
    private void withdraw(Attempt attempt, long since, @Nullable CommitResult result, @Nullable Throwable failure) {
        if (result instanceof Accepted accepted) {
            resign(fence(accepted));
        } else if (failure != null && unavailable(cause(failure))) {
            pause.execute(() -> send(attempt, since));
        }
    }

    /** Deletes the leader's key while the fence holds. When the session ends before that works, it does the same. */
    private void resign(Check fence) {
        Commit commit;
        synchronized (this) {
            commit = Commit.builder(nextRequestId())
                    .check(fence)
                    .delete(election.leader())
                    .build();
        }
        store.commit(commit).whenComplete((result, failure) -> {
            if (failure != null && unavailable(cause(failure))) {
                pause.execute(() -> resign(fence));
            }
        });
    }

    /** True, and the look is over, when the session that it began in has ended since. */
    private boolean stale(long since) {
        if (closed) {
            return true;
        }
        if (since != life) {
            lookAgain = true;
            endLook();
            return true;
        }
        return false;
    }

    /** True, and the look is over, when there is no answer. */
    private boolean failed(@Nullable Object answer, @Nullable Throwable failure) {
        if (failure == null && answer != null) {
            return false;
        }
        Throwable cause =
                failure == null ? new IllegalStateException("neither an answer nor a failure") : cause(failure);
        looking = false;
        if (unavailable(cause)) {
            lookAfter(1);
        } else {
            // What was told during the look may have put it right.
            lookAfter(lookAgain ? 1 : PAUSES_AFTER_REFUSAL);
            context.onError("election of " + election.leader(), cause);
        }
        return true;
    }

    /** Unless there is a look before, which decides anew. */
    private void lookAfter(int times) {
        pauses++;
        pause(pauses, times);
    }

    private void pause(long number, int times) {
        pause.execute(() -> onPaused(number, times - 1));
    }

    private synchronized void onPaused(long number, int timesLeft) {
        if (number != pauses) {
            return;
        }
        if (timesLeft > 0 && !closed) {
            pause(number, timesLeft);
        } else {
            look();
        }
    }

    private void endLook() {
        looking = false;
        if (lookAgain) {
            look();
        } else if (!closed && leadership != null && !toldRequest.equals(ownRequest)) {
            lookAfter(1);
        }
    }

    /** The watch tells of the leader's key: who put it, or that it is gone. */
    private synchronized void onTold(String request) {
        toldRequest = request;
        look();
    }

    private void elect(Leadership won) {
        leadership = won;
        tell("elected as leader of " + election.leader(), () -> candidate.elected(won));
    }

    private void depose(String reason) {
        leadership = null;
        tell("deposed as leader of " + election.leader(), () -> candidate.deposed(reason));
    }

    private void tell(String what, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            context.onError(what, e);
        }
    }

    private String nextRequestId() {
        attempts++;
        return requests + store.session().id() + "-" + attempts;
    }

    private Check fence(Accepted accepted) {
        return Check.unchanged(election.epoch(), accepted.version(election.epoch()));
    }

    private NextEpoch nextEpoch(Optional<Versioned> state) {
        return state.map(seen -> new NextEpoch(Election.epochOf(seen) + 1, Check.unchanged(seen.key(), seen.version())))
                .orElseGet(() -> new NextEpoch(1, Check.absent(election.epoch())));
    }

    private static Bytes encoded(long epoch) {
        return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(epoch).array());
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static boolean unavailable(Throwable cause) {
        return cause instanceof EngineException e && e.category() == Category.UNAVAILABLE;
    }

    private final class OnLeader implements Watcher {
        @Override
        public void put(Versioned state) {
            if (state.key().equals(election.leader())) {
                onTold(state.requestId());
            }
        }

        @Override
        public void deleted(Key key) {
            if (key.equals(election.leader())) {
                onTold(NOBODY);
            }
        }

        @Override
        public void synced() {
            look();
        }
    }

    private final class OnSession implements SessionListener {
        @Override
        public void suspended() {
            // A suspension alone deposes nobody: the fence guards what is written meanwhile.
        }

        @Override
        public void resumed() {
            look();
        }

        @Override
        public void ended() {
            synchronized (KeyElection.this) {
                life++;
                uncertain = null;
                if (!closed && leadership != null) {
                    depose("the session ended");
                }
            }
        }

        @Override
        public void renewed(String sessionId) {
            look();
        }
    }
}
