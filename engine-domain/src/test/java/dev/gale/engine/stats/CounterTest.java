package dev.gale.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CounterTest {
    @Test
    void countsWhatIsAdded() {
        Counter counter = new Counter();
        counter.add(3);
        counter.add(0);
        counter.add(1L << 40);

        assertThat(counter.get()).isEqualTo(3 + (1L << 40));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aReaderSeesTheCountGrowToItsEnd() throws InterruptedException {
        Counter counter = new Counter();
        int total = 2_000_000;
        Thread writer = new Thread(() -> {
            for (int i = 0; i < total; i++) {
                counter.add(1);
            }
        });
        writer.start();
        long before = 0;
        while (before < total) {
            long seen = counter.get();
            assertThat(seen).isBetween(before, (long) total);
            before = seen;
        }
        writer.join();
        assertThat(counter.get()).isEqualTo(total);
    }
}
