package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Lets commits of one client happen in the order in which they were asked for, where one writes what the other relies on:
 * etcd does not keep the order of calls that are under way together. On the store's thread.
 */
final class Turns {
    private final Map<Key, CompletableFuture<?>> lastWriters = new HashMap<>();

    /**
     * Begins {@code commit} when those that write one of {@code touched} have ended. When one of these ended without an
     * answer, so does this one, and is not sent: it would wait as long for its own.
     */
    <T> CompletableFuture<T> take(Set<Key> touched, Set<Key> written, Supplier<CompletableFuture<T>> commit) {
        List<CompletableFuture<?>> before = touched.stream()
                .<CompletableFuture<?>>map(lastWriters::get)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        CompletableFuture<T> ended = before.isEmpty() ? commit.get() : after(before, commit);
        written.forEach(key -> lastWriters.put(key, ended));
        ended.whenComplete((answer, failure) -> written.forEach(key -> lastWriters.remove(key, ended)));
        return ended;
    }

    private static <T> CompletableFuture<T> after(
            List<CompletableFuture<?>> before, Supplier<CompletableFuture<T>> commit) {
        return CompletableFuture.allOf(before.toArray(CompletableFuture[]::new))
                .handle((nothing, failure) -> failure != null && Failures.isUnavailable(failure)
                        ? CompletableFuture.<T>failedFuture(Failures.cause(failure))
                        : commit.get())
                .thenCompose(it -> it);
    }
}
