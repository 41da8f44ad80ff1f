package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.etcd.jetcd.api.TxnResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One commit on its way. It never repeats what may have happened; that is for the caller, under the same request id. All
 * on the store's thread.
 */
final class CommitRun {
    /** Each is lost only because somebody else wrote in between. */
    private static final int MOST_ATTEMPTS = 200;

    private final Calls calls;
    private final Commit commit;
    private final CommitPlan plan;
    private final long lease;
    private final CompletableFuture<CommitResult> result = new CompletableFuture<>();
    private int attempts;

    private CommitRun(Calls calls, Commit commit, long lease) {
        this.calls = calls;
        this.commit = commit;
        this.plan = new CommitPlan(commit);
        this.lease = lease;
    }

    static CompletableFuture<CommitResult> start(Calls calls, Commit commit, long lease) {
        CommitRun run = new CommitRun(calls, commit, lease);
        run.attempt(CommitPlan.NO_REVISION);
        return run.result;
    }

    private void attempt(long seen) {
        attempts++;
        Optional<EngineException> broken = plan.brokenInItself();
        if (broken.isPresent()) {
            rejectUnlessRefused(broken.get());
        } else if (attempts > MOST_ATTEMPTS) {
            result.completeExceptionally(new EngineException(
                    Category.UNAVAILABLE,
                    "commit " + commit.requestId() + ": others wrote the same keys in between, " + MOST_ATTEMPTS
                            + " times"));
        } else if (seen == CommitPlan.NO_REVISION && plan.needsLook()) {
            look();
        } else {
            calls.transaction(plan.transaction(lease, seen))
                    .thenAccept(this::onAnswer)
                    .exceptionally(this::fail);
        }
    }

    private void onAnswer(TxnResponse answer) {
        if (answer.getSucceeded()) {
            result.complete(plan.accepted(answer));
        } else {
            plan.refused(answer).ifPresentOrElse(result::complete, this::look);
        }
    }

    /** For children of session keys. */
    private void look() {
        List<CompletableFuture<TxnResponse>> looks =
                plan.looks().stream().map(calls::transaction).toList();
        CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new))
                .thenAccept(nothing -> onLooked(join(looks)))
                .exceptionally(this::fail);
    }

    private void onLooked(List<TxnResponse> looks) {
        Optional<EngineException> broken = plan.broken(looks);
        if (broken.isPresent()) {
            rejectUnlessRefused(broken.get());
        } else {
            attempt(looks.stream()
                    .mapToLong(look -> look.getHeader().getRevision())
                    .min()
                    .orElseThrow());
        }
    }

    private void rejectUnlessRefused(EngineException broken) {
        calls.transaction(plan.lookWhetherRefused())
                .thenAccept(answer -> plan.refused(answer)
                        .ifPresentOrElse(result::complete, () -> result.completeExceptionally(broken)))
                .exceptionally(this::fail);
    }

    private static List<TxnResponse> join(List<CompletableFuture<TxnResponse>> looks) {
        List<TxnResponse> answers = new ArrayList<>();
        looks.forEach(look -> answers.add(look.join()));
        return answers;
    }

    private @Nullable Void fail(Throwable failure) {
        result.completeExceptionally(failure);
        return null;
    }
}
