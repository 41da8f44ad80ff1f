package dev.gale.runtime.nimbus;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Commits until it is known what became of them: one that may have happened or not is repeated under its request id, for as long as
 * somebody wants to know. Results come on the control thread.
 */
final class Commits {
    private final MetadataStore store;
    private final Executor control;
    private final Executor afterPause;

    /** @param afterPause runs a task on the control thread after a pause */
    Commits(MetadataStore store, Executor control, Executor afterPause) {
        this.store = store;
        this.control = control;
        this.afterPause = afterPause;
    }

    /** @param stillWanted asked before a repetition; if not, the stage fails as UNAVAILABLE */
    CompletionStage<CommitResult> commit(Commit commit, BooleanSupplier stillWanted) {
        CompletableFuture<CommitResult> done = new CompletableFuture<>();
        attempt(commit, stillWanted, done);
        return done;
    }

    private void attempt(Commit commit, BooleanSupplier stillWanted, CompletableFuture<CommitResult> done) {
        CompletionStage<CommitResult> stage;
        try {
            stage = store.commit(commit);
        } catch (IllegalStateException e) {
            done.completeExceptionally(e);
            return;
        }
        stage.whenComplete((result, failure) -> control.execute(() -> {
            if (result != null) {
                done.complete(result);
            } else if (isUnavailable(failure) && stillWanted.getAsBoolean()) {
                afterPause.execute(() -> attempt(commit, stillWanted, done));
            } else {
                done.completeExceptionally(failure);
            }
        }));
    }

    private static boolean isUnavailable(Throwable failure) {
        return failure instanceof EngineException known && known.category() == Category.UNAVAILABLE;
    }
}
