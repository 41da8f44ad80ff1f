package dev.gale.runtime.nimbus;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of this nimbus as the leader. Every write of it checks its epoch, so that a leader that leads no longer and does not know it
 * yet is refused; what becomes of a write after the term's end is not told. Of the control thread.
 */
final class Term {
    private static final Logger LOG = LoggerFactory.getLogger(Term.class);
    private static final int BATCH = 90;

    private final Leadership leadership;
    private final Commits commits;
    private final Supplier<String> requestIds;
    private final Runnable fencedOff;
    private boolean over;

    /**
     * @param requestIds never the same twice, in any process
     * @param fencedOff runs when a write shows that there is a newer leader; has to end the term
     */
    Term(Leadership leadership, Commits commits, Supplier<String> requestIds, Runnable fencedOff) {
        this.leadership = leadership;
        this.commits = commits;
        this.requestIds = requestIds;
        this.fencedOff = fencedOff;
    }

    long epoch() {
        return leadership.epoch();
    }

    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** What a request is told that needs a leader. */
    static EngineException notLeading() {
        return new EngineException(
                Category.UNAVAILABLE,
                "this nimbus does not lead, or cannot reach the store; ask again, or another one");
    }

    /** A commit that is refused once there is a newer leader. */
    Commit.Builder fenced() {
        if (over) {
            throw new IllegalStateException("only a leader writes");
        }
        return Commit.builder(requestIds.get()).check(leadership.fence());
    }

    /** @return what became of the commit, on the control thread; fails as UNAVAILABLE if the term ends before that is known */
    CompletionStage<CommitResult> write(Commit commit) {
        CompletableFuture<CommitResult> done = new CompletableFuture<>();
        commits.commit(commit, () -> !over).whenComplete((result, failure) -> {
            if (over) {
                done.completeExceptionally(notLeading());
            } else if (failure != null) {
                done.completeExceptionally(failure);
            } else if (result instanceof CommitResult.Refused refused
                    && refused.check().equals(leadership.fence())) {
                LOG.warn("epoch={} is over: a newer leader was elected", leadership.epoch());
                fencedOff.run();
                done.completeExceptionally(notLeading());
            } else {
                done.complete(result);
            }
        });
        return done;
    }

    /**
     * Puts any number of keys, in as many commits as that takes.
     *
     * @param then runs when all are written
     * @param failed is told why they are not; some may be
     */
    void putAll(List<Commit.Put> puts, Runnable then, Consumer<Throwable> failed) {
        inBatches(puts, (commit, put) -> commit.put(put.key(), put.value()), written -> {}, then, failed);
    }

    /**
     * Deletes any number of keys, in as many commits as that takes.
     *
     * @param deleted is told the keys of each commit
     * @param then runs when all are deleted
     * @param failed is told why they are not; some may be
     */
    void deleteAll(List<Key> keys, Consumer<List<Key>> deleted, Runnable then, Consumer<Throwable> failed) {
        inBatches(keys, Commit.Builder::delete, deleted, then, failed);
    }

    private <T> void inBatches(
            List<T> left,
            BiConsumer<Commit.Builder, T> add,
            Consumer<List<T>> written,
            Runnable then,
            Consumer<Throwable> failed) {
        if (left.isEmpty()) {
            then.run();
            return;
        }
        if (over) {
            failed.accept(notLeading());
            return;
        }
        Commit.Builder commit = fenced();
        List<T> batch = left.subList(0, Math.min(BATCH, left.size()));
        batch.forEach(item -> add.accept(commit, item));
        write(commit.build()).whenComplete((result, failure) -> {
            if (failure != null) {
                failed.accept(failure);
            } else if (result.accepted()) {
                written.accept(batch);
                inBatches(left.subList(batch.size(), left.size()), add, written, then, failed);
            } else {
                failed.accept(notLeading());
            }
        });
    }
}
