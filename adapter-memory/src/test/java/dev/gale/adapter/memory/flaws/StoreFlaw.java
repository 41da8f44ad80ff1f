package dev.gale.adapter.memory.flaws;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Commit.Put;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** What a metadata store can do wrong, by the rule that it breaks. */
enum StoreFlaw {
    WRITES_ONLY_ITS_FIRST_PUT(1, OnlyFirstPut::new),
    FORGETS_CHECKS(1, ForgetsChecks::new),
    REFUSES_BY_EXCEPTION(2, RefusesByException::new),
    NAMES_THE_FIRST_CHECK_WHICHEVER_FAILED(2, NamesTheFirstCheck::new),
    TAKES_ANY_VERSION_FOR_THE_SAME(3, TakesAnyVersion::new),
    ANSWERS_FROM_A_CACHE(4, AnswersFromACache::new),
    DELETES_WHAT_IS_BELOW(5, DeletesBelow::new),
    LISTS_BACKWARDS(5, ListsBackwards::new),
    KEEPS_SESSION_KEYS(6, KeepsSessionKeys::new),
    IS_SILENT_ABOUT_SESSIONS(7, SilentSession::new),
    REPEATS_IN_THE_NEXT_SESSION(7, RepeatsInTheNextSession::new),
    MISSES_DELETIONS(8, MissesDeletions::new),
    IS_IN_STEP_ONCE(8, InStepOnce::new),
    TAKES_HALF_AS_MANY_OPERATIONS(9, HalfAsMany::new),
    WRAPS_FAILURES(10, WrapsFailures::new),
    FORGETS_REQUESTS(10, ForgetsRequests::new),
    STAYS_IN_ONE_EPOCH(11, OneEpoch::new),
    DEPOSES_NOBODY(11, DeposesNobody::new),
    WAITS_FOR_ITS_ANSWERS(12, WaitsForAnswers::new),
    HIDES_WHAT_WATCHERS_THROW(12, HidesThrown::new),
    HIDES_ERRORS_OF_CANDIDATES(12, HidesErrorsOfCandidates::new),
    HIDES_WHAT_LISTENERS_THROW(12, HidesThrownByListeners::new),
    ANSWERS_AFTER_CLOSE(13, AnswersAfterClose::new),
    LEAVES_A_THREAD(13, LeavesAThread::new);

    final int rule;
    private final UnaryOperator<MetadataStore> flawed;

    StoreFlaw(int rule, UnaryOperator<MetadataStore> flawed) {
        this.rule = rule;
        this.flawed = flawed;
    }

    MetadataStore in(MetadataStore sound) {
        return flawed.apply(sound);
    }

    /** Does what the sound store does. */
    private static class Forwarding implements MetadataStore {
        final MetadataStore sound;

        Forwarding(MetadataStore sound) {
            this.sound = sound;
        }

        @Override
        public CompletionStage<Optional<Versioned>> read(Key key) {
            return sound.read(key);
        }

        @Override
        public CompletionStage<List<String>> children(Key key) {
            return sound.children(key);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return sound.commit(commit);
        }

        @Override
        public Registration watch(Key prefix, Watcher watcher) {
            return sound.watch(prefix, watcher);
        }

        @Override
        public Session session() {
            return sound.session();
        }

        @Override
        public LeaderElection elect(Election election, Candidate candidate) {
            return sound.elect(election, candidate);
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    private static final class OnlyFirstPut extends Forwarding {
        OnlyFirstPut(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return sound.commit(
                    commit.puts().isEmpty()
                            ? commit
                            : new Commit(
                                    commit.requestId(),
                                    commit.checks(),
                                    List.of(commit.puts().get(0)),
                                    List.of()));
        }
    }

    private static final class ForgetsChecks extends Forwarding {
        ForgetsChecks(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return sound.commit(new Commit(commit.requestId(), List.of(), commit.puts(), commit.deletes()));
        }
    }

    private static final class RefusesByException extends Forwarding {
        RefusesByException(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return sound.commit(commit)
                    .thenCompose(result -> result.accepted()
                            ? CompletableFuture.completedStage(result)
                            : CompletableFuture.failedStage(
                                    new EngineException(Category.REJECTED, "refused: " + result)));
        }
    }

    private static final class NamesTheFirstCheck extends Forwarding {
        NamesTheFirstCheck(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return sound.commit(commit)
                    .thenApply(result -> result.accepted()
                            ? result
                            : new Refused(commit.checks().get(0)));
        }
    }

    private static final class TakesAnyVersion extends Forwarding {
        TakesAnyVersion(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            List<Check> checks = commit.checks().stream()
                    .map(check -> check.kind() == Check.Kind.UNCHANGED ? Check.present(check.key()) : check)
                    .toList();
            return sound.commit(new Commit(commit.requestId(), checks, commit.puts(), commit.deletes()));
        }
    }

    private static final class AnswersFromACache extends Forwarding {
        private final Map<Key, CompletionStage<Optional<Versioned>>> answers = new ConcurrentHashMap<>();

        AnswersFromACache(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<Optional<Versioned>> read(Key key) {
            return answers.computeIfAbsent(key, sound::read);
        }
    }

    private static final class DeletesBelow extends Forwarding {
        DeletesBelow(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            if (commit.deletes().isEmpty()) {
                return sound.commit(commit);
            }
            Key deleted = commit.deletes().get(0);
            return sound.children(deleted).thenCompose(names -> {
                List<Key> deletes = new ArrayList<>(commit.deletes());
                names.forEach(name -> deletes.add(deleted.child(name)));
                return sound.commit(new Commit(commit.requestId(), commit.checks(), commit.puts(), deletes));
            });
        }
    }

    private static final class ListsBackwards extends Forwarding {
        ListsBackwards(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<List<String>> children(Key key) {
            return sound.children(key).thenApply(names -> {
                List<String> backwards = new ArrayList<>(names);
                Collections.reverse(backwards);
                return backwards;
            });
        }
    }

    private static final class KeepsSessionKeys extends Forwarding {
        KeepsSessionKeys(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            List<Put> puts = commit.puts().stream()
                    .map(put -> new Put(put.key(), put.value(), Lifetime.PERSISTENT))
                    .toList();
            return sound.commit(new Commit(commit.requestId(), commit.checks(), puts, commit.deletes()));
        }
    }

    private static class SilentSession extends Forwarding implements Session {
        SilentSession(MetadataStore sound) {
            super(sound);
        }

        @Override
        public Session session() {
            return this;
        }

        @Override
        public String id() {
            return sound.session().id();
        }

        @Override
        public State state() {
            return sound.session().state();
        }

        @Override
        public Registration listen(SessionListener listener) {
            return () -> {};
        }
    }

    private static final class RepeatsInTheNextSession extends Forwarding {
        RepeatsInTheNextSession(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return sound.commit(commit)
                    .handle((result, failure) ->
                            failure == null ? CompletableFuture.completedStage(result) : sound.commit(commit))
                    .thenCompose(stage -> stage);
        }
    }

    /** Tells a watcher what the sound store tells it. */
    private static class ForwardingWatcher implements Watcher {
        private final Watcher told;

        ForwardingWatcher(Watcher told) {
            this.told = told;
        }

        @Override
        public void put(Versioned state) {
            told.put(state);
        }

        @Override
        public void deleted(Key key) {
            told.deleted(key);
        }

        @Override
        public void synced() {
            told.synced();
        }
    }

    private static final class MissesDeletions extends Forwarding {
        MissesDeletions(MetadataStore sound) {
            super(sound);
        }

        @Override
        public Registration watch(Key prefix, Watcher watcher) {
            return sound.watch(prefix, new ForwardingWatcher(watcher) {
                @Override
                public void deleted(Key key) {}
            });
        }
    }

    private static final class InStepOnce extends Forwarding {
        InStepOnce(MetadataStore sound) {
            super(sound);
        }

        @Override
        public Registration watch(Key prefix, Watcher watcher) {
            AtomicInteger times = new AtomicInteger();
            return sound.watch(prefix, new ForwardingWatcher(watcher) {
                @Override
                public void synced() {
                    if (times.incrementAndGet() == 1) {
                        super.synced();
                    }
                }
            });
        }
    }

    private static final class HalfAsMany extends Forwarding {
        HalfAsMany(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return commit.operations() > MAX_OPERATIONS / 2
                    ? CompletableFuture.failedStage(new EngineException(Category.REJECTED, "too many operations"))
                    : sound.commit(commit);
        }
    }

    /** A dependent stage fails with a CompletionException. */
    private static final class WrapsFailures extends Forwarding {
        WrapsFailures(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            return sound.commit(commit).thenApply(result -> result);
        }
    }

    private static final class ForgetsRequests extends Forwarding {
        private final AtomicInteger commits = new AtomicInteger();

        ForgetsRequests(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<CommitResult> commit(Commit commit) {
            String another = commit.requestId() + "-" + commits.incrementAndGet();
            return sound.commit(new Commit(another, commit.checks(), commit.puts(), commit.deletes()));
        }
    }

    private static final class OneEpoch extends Forwarding {
        OneEpoch(MetadataStore sound) {
            super(sound);
        }

        @Override
        public LeaderElection elect(Election election, Candidate candidate) {
            return sound.elect(election, new Candidate() {
                @Override
                public void elected(Leadership leadership) {
                    candidate.elected(new Leadership(1, leadership.fence()));
                }

                @Override
                public void deposed(String reason) {
                    candidate.deposed(reason);
                }
            });
        }
    }

    private static final class DeposesNobody extends Forwarding {
        DeposesNobody(MetadataStore sound) {
            super(sound);
        }

        @Override
        public LeaderElection elect(Election election, Candidate candidate) {
            return sound.elect(election, new Candidate() {
                @Override
                public void elected(Leadership leadership) {
                    candidate.elected(leadership);
                }

                @Override
                public void deposed(String reason) {}
            });
        }
    }

    private static final class HidesThrown extends Forwarding {
        HidesThrown(MetadataStore sound) {
            super(sound);
        }

        @Override
        public Registration watch(Key prefix, Watcher watcher) {
            return sound.watch(prefix, new ForwardingWatcher(watcher) {
                @Override
                public void put(Versioned state) {
                    try {
                        super.put(state);
                    } catch (RuntimeException hidden) {
                        // The flaw.
                    }
                }
            });
        }
    }

    private static final class WaitsForAnswers extends Forwarding {
        WaitsForAnswers(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<List<String>> children(Key key) {
            CompletableFuture<List<String>> answer = sound.children(key).toCompletableFuture();
            long since = System.nanoTime();
            while (!answer.isDone() && System.nanoTime() - since < 3 * Findings.SHORT.toNanos()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            return answer;
        }
    }

    private static final class HidesErrorsOfCandidates extends Forwarding {
        HidesErrorsOfCandidates(MetadataStore sound) {
            super(sound);
        }

        @Override
        public LeaderElection elect(Election election, Candidate candidate) {
            return sound.elect(election, new Candidate() {
                @Override
                public void elected(Leadership leadership) {
                    try {
                        candidate.elected(leadership);
                    } catch (Error hidden) {
                        // The flaw.
                    }
                }

                @Override
                public void deposed(String reason) {
                    candidate.deposed(reason);
                }
            });
        }
    }

    private static final class HidesThrownByListeners extends SilentSession {
        HidesThrownByListeners(MetadataStore sound) {
            super(sound);
        }

        @Override
        public Registration listen(SessionListener listener) {
            return sound.session().listen(new SessionListener() {
                @Override
                public void suspended() {
                    listener.suspended();
                }

                @Override
                public void resumed() {
                    listener.resumed();
                }

                @Override
                public void ended() {
                    hiding(listener::ended);
                }

                @Override
                public void renewed(String sessionId) {
                    hiding(() -> listener.renewed(sessionId));
                }
            });
        }

        private static void hiding(Runnable call) {
            try {
                call.run();
            } catch (RuntimeException | Error hidden) {
                // The flaw.
            }
        }
    }

    private static final class AnswersAfterClose extends Forwarding {
        private volatile boolean closed;

        AnswersAfterClose(MetadataStore sound) {
            super(sound);
        }

        @Override
        public CompletionStage<Optional<Versioned>> read(Key key) {
            return closed ? CompletableFuture.completedStage(Optional.empty()) : sound.read(key);
        }

        @Override
        public void close() {
            closed = true;
            sound.close();
        }
    }

    private static final class LeavesAThread extends Forwarding {
        LeavesAThread(MetadataStore sound) {
            super(sound);
            Thread left = new Thread(
                    () -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(25 * Findings.SHORT.toMillis())), "left");
            left.setDaemon(true);
            left.start();
        }
    }
}
