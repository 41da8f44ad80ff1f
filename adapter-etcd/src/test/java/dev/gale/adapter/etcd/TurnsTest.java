package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.EngineException;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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
        assertThat(second)
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        EngineException.class,
                        e -> assertThat(e.category()).isEqualTo(EngineException.Category.UNAVAILABLE))
                .withMessageContainingAll("commit second: not sent", "commit first", "UNAVAILABLE");
        take("third", Set.of("/a"), Set.of("/a"), new CompletableFuture<>());

        assertThat(begun).containsExactly("first", "third");
    }

    @Test
    void oneOfSeveralWithoutAnAnswerIsEnoughWhateverTheOthersFailedFor() {
        CompletableFuture<String> refused = new CompletableFuture<>();
        CompletableFuture<String> lost = new CompletableFuture<>();
        take("refused", Set.of("/a"), Set.of("/a"), refused);
        take("lost", Set.of("/b"), Set.of("/b"), lost);
        CompletableFuture<String> next =
                take("next", Set.of("/a", "/b"), Set.of("/a"), CompletableFuture.completedFuture("a"));
        refused.completeExceptionally(Status.PERMISSION_DENIED.asRuntimeException());
        lost.completeExceptionally(Status.UNAVAILABLE.asRuntimeException());

        assertThat(next).isCompletedExceptionally();
        assertThat(begun).containsExactly("refused", "lost");
    }

    private CompletableFuture<String> take(
            String name, Set<String> touched, Set<String> written, CompletableFuture<String> answer) {
        return turns.take("commit " + name, keys(touched), keys(written), () -> {
            begun.add(name);
            return answer;
        });
    }

    private static Set<Key> keys(Set<String> paths) {
        return paths.stream().map(Key::of).collect(Collectors.toSet());
    }
}
