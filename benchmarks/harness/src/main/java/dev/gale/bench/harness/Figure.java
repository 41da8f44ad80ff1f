package dev.gale.bench.harness;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be read from a window and compared between engines. */
enum Figure {
    THROUGHPUT("throughput", Window::throughput),
    P50("p50 us", Window::p50),
    P99("p99 us", Window::p99),
    P999("p99.9 us", Window::p999),
    CPU("cpu", Window::cpu),
    BYTES_PER_TUPLE("bytes/tuple", Window::bytesPerTuple);

    private final String label;
    private final Function<Window, @Nullable Double> reading;

    Figure(String label, Function<Window, @Nullable Double> reading) {
        this.label = label;
        this.reading = reading;
    }

    String label() {
        return label;
    }

    @Nullable
    Double of(Window window) {
        return reading.apply(window);
    }
}
