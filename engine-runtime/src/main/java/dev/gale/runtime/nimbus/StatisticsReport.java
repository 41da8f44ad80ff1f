package dev.gale.runtime.nimbus;

import dev.gale.control.Latencies;
import dev.gale.control.Latencies.Latency;
import dev.gale.control.StreamCounts;
import dev.gale.control.TimeSpent;
import dev.gale.control.Troubles;
import dev.gale.control.Window;
import dev.gale.control.WindowStatistics;
import dev.gale.engine.stats.Figures;
import dev.gale.engine.stats.LatencySum;
import dev.gale.engine.topology.StreamId;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Figures of executors as they are shown to users. */
final class StatisticsReport {
    private static final long NANOS_A_MILLI = 1_000_000;

    private StatisticsReport() {}

    static Map<Window, WindowStatistics> windows(
            Map<dev.gale.engine.stats.Window, dev.gale.engine.stats.WindowStatistics> windows) {
        Map<Window, WindowStatistics> shown = new EnumMap<>(Window.class);
        windows.forEach((window, statistics) -> shown.put(Window.valueOf(window.name()), window(statistics)));
        return shown;
    }

    private static WindowStatistics window(dev.gale.engine.stats.WindowStatistics window) {
        Figures figures = window.figures();
        return new WindowStatistics(
                new StreamCounts(
                        figures.counts().emitted(),
                        figures.counts().transferred(),
                        byText(figures.counts().executed()),
                        byText(figures.counts().acked()),
                        byText(figures.counts().failed())),
                new Latencies(
                        latency(figures.latencies().execute()),
                        latency(figures.latencies().process()),
                        latency(figures.latencies().complete())),
                new TimeSpent(
                        figures.time().busyNanos() / NANOS_A_MILLI,
                        figures.time().blockedNanos() / NANOS_A_MILLI,
                        figures.time().idleNanos() / NANOS_A_MILLI),
                new Troubles(
                        figures.troubles().timedOut(),
                        figures.troubles().strays(),
                        figures.troubles().errors()),
                window.coveredNanos() / NANOS_A_MILLI,
                window.capacity());
    }

    private static Latency latency(LatencySum sum) {
        return new Latency(sum.meanMillis(), sum.samples());
    }

    private static Map<String, Long> byText(Map<StreamId, Long> counts) {
        Map<String, Long> byText = new TreeMap<>();
        counts.forEach((stream, count) -> byText.put(stream.component() + "/" + stream.stream(), count));
        return byText;
    }
}
