package dev.gale.runtime.supervisor;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Work of one name is done in the order it is given, that of different names at the same time. Given by one thread at a time. */
final class InTurn {
    private final Executor work;
    private final Map<String, CompletableFuture<Void>> last = new ConcurrentHashMap<>();

    InTurn(Executor work) {
        this.work = work;
    }

    /** Whether the work before it failed does not matter. */
    CompletionStage<Void> add(String name, Supplier<CompletionStage<Void>> next) {
        CompletableFuture<Void> before = last.getOrDefault(name, CompletableFuture.completedFuture(null));
        CompletableFuture<Void> done = before.handle((nothing, failure) -> next).thenComposeAsync(Supplier::get, work);
        last.put(name, done);
        done.whenComplete((nothing, failure) -> last.remove(name, done));
        return done;
    }
}
