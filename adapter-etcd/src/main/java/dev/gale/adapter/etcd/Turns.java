package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets commits of one client happen in the order in which they were asked for, where one writes what the other relies on:
 * etcd does not keep the order of calls that are under way together. On the store's thread.
 */
final class Turns {
    private final Map<Key, Writer> lastWriters = new HashMap<>();

    /** @param what for messages */
    private record Writer(String what, CompletableFuture<?> ended) {
        /** Why it ended without an answer, if it did. */
        Optional<Throwable> unanswered() {
            Throwable failure = ended.<@Nullable Throwable>handle((answer, thrown) -> thrown)
                    .getNow(null);
            return Optional.ofNullable(failure).filter(Failures::isUnavailable);
        }
    }

    /**
     * Begins {@code commit} when those that write one of {@code touched} have ended. When one of these ended without an
     * answer, so does this one, and is not sent: it would wait as long for its own.
     */
    <T> CompletableFuture<T> take(
            String what, Set<Key> touched, Set<Key> written, Supplier<CompletableFuture<T>> commit) {
        List<Writer> before = touched.stream()
                .map(lastWriters::get)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        CompletableFuture<T> ended = before.isEmpty() ? commit.get() : after(before, what, commit);
        Writer writer = new Writer(what, ended);
        written.forEach(key -> lastWriters.put(key, writer));
        ended.whenComplete((answer, failure) -> written.forEach(key -> lastWriters.remove(key, writer)));
        return ended;
    }

    private static <T> CompletableFuture<T> after(
            List<Writer> before, String what, Supplier<CompletableFuture<T>> commit) {
        return CompletableFuture.allOf(before.stream().map(Writer::ended).toArray(CompletableFuture[]::new))
                .handle((nothing, failure) -> before.stream()
                        .filter(writer -> writer.unanswered().isPresent())
                        .findFirst()
                        .map(writer -> CompletableFuture.<T>failedFuture(notSent(what, writer)))
                        .orElseGet(commit))
                .thenCompose(it -> it);
    }

    private static EngineException notSent(String what, Writer before) {
        Throwable failure = Failures.cause(before.unanswered().orElseThrow());
        return new EngineException(
                Category.UNAVAILABLE,
                what + ": not sent, since " + before.what + ", which comes before it, had no answer ("
                        + Failures.brief(failure) + ")",
                failure);
    }
}
