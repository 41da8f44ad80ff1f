package dev.gale.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdapterThreadsTest {
    private static final Patience SHORT = new Patience(Duration.ofMillis(200));
    private static final Patience LONG = new Patience(Duration.ofSeconds(60));

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void letThreadsEnd() {
        end.countDown();
    }

    @Test
    void aThreadThatStaysIsFoundThoughNobodyLentIt() {
        assertThat(new AdapterThreads(SHORT, thread -> false)
                        .leftBy(() -> start("outer", () -> start("inner", this::stay))))
                .contains("inner");
    }

    @Test
    void whatEndsAMomentLaterDoesNotCount() {
        assertThat(new AdapterThreads(LONG, thread -> false).leftBy(() -> {
                    start("brief", this::stay);
                    end.countDown();
                }))
                .isEmpty();
    }

    @Test
    void threadsOfTheBenchMayStay() {
        assertThat(new AdapterThreads(SHORT, thread -> thread.getName().equals("relay"))
                        .leftBy(() -> start("relay", this::stay)))
                .isEmpty();
    }

    @Test
    void whatFailsInTheLifeFailsTheTest() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new AdapterThreads(LONG, thread -> false).leftBy(() -> {
                    throw new IllegalStateException("no port");
                }))
                .withMessage("no port");
    }

    private static void start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void stay() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
