package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Key;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns();
    private final List<String> begun = new ArrayList<>();

    @Test
    void whoTouchesWhatAnotherWritesWaitsForIt() {
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> taken = take("first", Set.of("/a"), Set.of("/a"), first);
        CompletableFuture<String> second =
                take("second", Set.of("/a", "/b"), Set.of("/b"), CompletableFuture.completedFuture("b"));
        take("other", Set.of("/c"), Set.of("/c"), new CompletableFuture<>());
        assertThat(begun).containsExactly("first", "other");
        first.complete("a");

        assertThat(begun).containsExactly("first", "other", "second");
        assertThat(taken).isCompletedWithValue("a");
        assertThat(second).isCompletedWithValue("b");
    }

    @Test
    void checksOfOneKeyDoNotWaitForEachOther() {
        take("first", Set.of("/epoch", "/a"), Set.of("/a"), new CompletableFuture<>());
        take("second", Set.of("/epoch", "/b"), Set.of("/b"), new CompletableFuture<>());

        assertThat(begun).containsExactly("first", "second");
    }

    @Test
    void afterAFailureTheNextHasItsTurn() {
        CompletableFuture<String> first = new CompletableFuture<>();
        take("first", Set.of("/a"), Set.of("/a"), first);
        take("second", Set.of("/a"), Set.of("/a"), new CompletableFuture<>());
        first.completeExceptionally(Status.PERMISSION_DENIED.asRuntimeException());

        assertThat(begun).containsExactly("first", "second");
    }

    @Test
    void withoutAnAnswerTheNextFailsTooAndTheOneAfterBeginsAnew() {
        CompletableFuture<String> first = new CompletableFuture<>();
        take("first", Set.of("/a"), Set.of("/a"), first);
        CompletableFuture<String> second = take("second", Set.of("/a"), Set.of("/a"), new CompletableFuture<>());
        first.completeExceptionally(Status.UNAVAILABLE.asRuntimeException());
        assertThat(second).isCompletedExceptionally();
        take("third", Set.of("/a"), Set.of("/a"), new CompletableFuture<>());

        assertThat(begun).containsExactly("first", "third");
    }

    private CompletableFuture<String> take(
            String name, Set<String> touched, Set<String> written, CompletableFuture<String> answer) {
        return turns.take(keys(touched), keys(written), () -> {
            begun.add(name);
            return answer;
        });
    }

    private static Set<Key> keys(Set<String> paths) {
        return paths.stream().map(Key::of).collect(Collectors.toSet());
    }
}
