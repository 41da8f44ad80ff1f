package dev.gale.adapter.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryThreadTest {
    private final Patience patience = Patience.fromSystemProperty();
    private final TckContext context = new TckContext();
    private final DeliveryThread thread = DeliveryThread.start(context);

    @AfterEach
    void closeThread() {
        thread.close();
        assertThat(context.liveThreads()).isEmpty();
    }

    @Test
    void aPauseLastsAsLongAsWasAskedFor() {
        Duration pause = Duration.ofMillis(30);
        long since = System.nanoTime();
        CompletableFuture<Long> over = new CompletableFuture<>();
        thread.after(pause, () -> over.complete(System.nanoTime()));

        assertThat(Duration.ofNanos(patience.await(over) - since)).isGreaterThanOrEqualTo(pause);
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
    void closeDoesNotWaitForWhatIsNotDue() {
        List<String> ran = new ArrayList<>();
        thread.execute(() -> ran.add("there"));
        thread.after(Duration.ofDays(1), () -> ran.add("tomorrow"));
        thread.close();

        assertThat(ran).containsExactly("there");
    }
}
