package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskThreadTest {
    private final Patience patience = Patience.fromSystemProperty();
    private final TckContext context = new TckContext();
    private final TaskThread thread = TaskThread.start(context, "store");

    @AfterEach
    void closeThread() {
        thread.close();
        assertThat(context.liveThreads()).isEmpty();
    }

    @Test
    void tasksRunInOrderOnTheThread() {
        List<Integer> ran = new ArrayList<>();
        CompletableFuture<Boolean> last = new CompletableFuture<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            thread.execute(() -> ran.add(number));
        }
        thread.execute(() -> last.complete(thread.isCurrent()));

        assertThat(patience.await(last)).isTrue();
        assertThat(ran).hasSize(100).isSorted();
        assertThat(thread.isCurrent()).isFalse();
    }

    @Test
    void whatIsDueComesBehindWhatIsThere() {
        List<String> ran = new ArrayList<>();
        CompletableFuture<Void> last = new CompletableFuture<>();
        thread.execute(() -> {
            thread.after(Duration.ZERO, () -> ran.add("due"));
            thread.after(Duration.ofNanos(1), () -> last.complete(null));
            thread.execute(() -> ran.add("there"));
        });
        patience.await(last);

        assertThat(ran).containsExactly("there", "due");
    }

    @Test
    void whatATaskThrowsIsReportedAndTheNextOneRuns() {
        RuntimeException thrown = new IllegalStateException("thrown by a task");
        CompletableFuture<Void> next = new CompletableFuture<>();
        thread.execute(() -> {
            throw thrown;
        });
        thread.execute(() -> next.complete(null));
        patience.await(next);

        assertThat(context.errors()).containsExactly(thrown);
    }

    @Test
    void closeRunsWhatIsThereAndTakesNoMore() {
        List<String> ran = new ArrayList<>();
        thread.execute(() -> ran.add("there"));
        thread.after(Duration.ofDays(1), () -> ran.add("tomorrow"));
        thread.close();

        assertThat(thread.offer(() -> ran.add("too late"))).isFalse();
        assertThat(ran).containsExactly("there");
    }
}
