package dev.gale.distribution.demo;

import dev.gale.control.ControlException;
import dev.gale.examples.wordcount.RunFailedException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what the cluster answers. */
final class Answers {
    private static final long PATIENCE_SECONDS = 60;

    private Answers() {}

    /** @throws RunFailedException that says what the cluster said */
    static <T> T of(CompletionStage<T> stage) throws RunFailedException, InterruptedException {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            String what = e.getCause() instanceof ControlException known ? known.getMessage() : e.toString();
            throw new RunFailedException("the cluster says: " + what, e);
        } catch (TimeoutException e) {
            throw new RunFailedException("the cluster gave no answer within " + PATIENCE_SECONDS + " s", e);
        }
    }
}
