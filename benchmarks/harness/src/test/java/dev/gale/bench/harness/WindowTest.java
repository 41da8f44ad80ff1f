package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final Meters.Reading START = new Meters.Reading(1_000_000_000L, 500, 0, Map.of(1L, 100L));

    @Test
    void countsPerSecondOfTheRealLengthOfTheWindow() {
        Meters.Reading end = new Meters.Reading(3_000_000_000L, 10_500, 3_000_000_000L, Map.of(1L, 100L));

        Window window = Window.between(START, end, new Histogram(3));

        assertThat(window.throughput()).isEqualTo(5_000);
        assertThat(window.cpu()).isEqualTo(1.5);
        assertThat(window.p50()).isNull();
    }

    @Test
    void sumsWhatAllThreadsAllocatedAlsoThoseThatStartedMeanwhile() {
        Meters.Reading end = new Meters.Reading(3_000_000_000L, 510, 0, Map.of(1L, 400L, 2L, 20L));

        assertThat(Window.between(START, end, new Histogram(3)).bytesPerTuple()).isEqualTo(32);
    }

    @Test
    void hasNoBytesPerTupleWithoutTuples() {
        Meters.Reading end = new Meters.Reading(3_000_000_000L, 500, 0, Map.of(1L, 400L));

        assertThat(Window.between(START, end, new Histogram(3)).bytesPerTuple()).isNull();
    }

    @Test
    void givesLatenciesInMicroseconds() {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(50_000, 98);
        latencies.recordValueWithCount(2_000_000, 2);

        Window window = Window.between(START, START, latencies);

        assertThat(window.p50()).isCloseTo(50, Offset.offset(0.1));
        assertThat(window.p99()).isCloseTo(2_000, Offset.offset(2.0));
    }

    @Test
    void readsTheLineItWrites() {
        Window window = new Window(20_000_000, 61.5, 130.0, 2600.25, 0.266, null);

        String line = window.line(Scenario.W5, Variant.TUNED);

        assertThat(line)
                .isEqualTo("@window {\"workload\": \"W5\", \"variant\": \"tuned\", \"throughput\": 20000000, "
                        + "\"p50\": 61.5, \"p99\": 130, \"p999\": 2600.25, \"cpu\": 0.266, \"bytesPerTuple\": null}");
        assertThat(Window.parse(line)).isEqualTo(window);
    }

    @Test
    void refusesALineWithoutThroughput() {
        assertThatIllegalArgumentException().isThrownBy(() -> Window.parse("@window {\"cpu\": 1}"));
    }
}
