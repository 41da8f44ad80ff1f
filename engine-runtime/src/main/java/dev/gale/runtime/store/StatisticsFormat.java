package dev.gale.runtime.store;

import dev.gale.engine.stats.ExecutorStatistics;
import dev.gale.engine.stats.Figures;
import dev.gale.engine.stats.Latencies;
import dev.gale.engine.stats.LatencySum;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.TimeSpent;
import dev.gale.engine.stats.Troubles;
import dev.gale.engine.stats.Window;
import dev.gale.engine.stats.WindowStatistics;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.StreamId;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statistics of executors within a worker's beat. Numbers by input stream are under {@code <component>/<stream>}. */
final class StatisticsFormat {
    private StatisticsFormat() {}

    static List<Map<String, Object>> write(List<ExecutorStatistics> executors) {
        return executors.stream().map(StatisticsFormat::write).toList();
    }

    static List<ExecutorStatistics> read(List<Fields> executors) {
        return executors.stream().map(StatisticsFormat::read).toList();
    }

    private static Map<String, Object> write(ExecutorStatistics executor) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("component", executor.executor().component());
        fields.put("firstTask", executor.executor().firstTask().number());
        fields.put("lastTask", executor.executor().lastTask().number());
        fields.put("queueFill", executor.queueFill());
        Map<String, Object> windows = new LinkedHashMap<>();
        executor.windows().forEach((window, statistics) -> windows.put(window.name(), write(statistics)));
        fields.put("windows", windows);
        return fields;
    }

    private static ExecutorStatistics read(Fields fields) {
        Map<Window, WindowStatistics> windows = new EnumMap<>(Window.class);
        Fields all = fields.object("windows");
        for (Window window : Window.values()) {
            windows.put(window, readWindow(all.object(window.name())));
        }
        return new ExecutorStatistics(
                new ExecutorId(
                        fields.text("component"),
                        new TaskId(fields.number("firstTask")),
                        new TaskId(fields.number("lastTask"))),
                fields.real("queueFill"),
                windows);
    }

    private static Map<String, Object> write(WindowStatistics window) {
        Figures figures = window.figures();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("coveredNanos", window.coveredNanos());
        fields.put("capacity", window.capacity());
        fields.put("emitted", figures.counts().emitted());
        fields.put("transferred", figures.counts().transferred());
        fields.put("executed", byText(figures.counts().executed()));
        fields.put("acked", byText(figures.counts().acked()));
        fields.put("failed", byText(figures.counts().failed()));
        fields.put("execute", write(figures.latencies().execute()));
        fields.put("process", write(figures.latencies().process()));
        fields.put("complete", write(figures.latencies().complete()));
        fields.put(
                "time",
                List.of(
                        figures.time().busyNanos(),
                        figures.time().blockedNanos(),
                        figures.time().idleNanos()));
        fields.put(
                "troubles",
                List.of(
                        figures.troubles().timedOut(),
                        figures.troubles().strays(),
                        figures.troubles().errors()));
        return fields;
    }

    private static WindowStatistics readWindow(Fields fields) {
        List<Long> time = fields.wholes("time", 3);
        List<Long> troubles = fields.wholes("troubles", 3);
        return new WindowStatistics(
                new Figures(
                        new StreamCounts(
                                counts(fields, "emitted"),
                                counts(fields, "transferred"),
                                countsByStream(fields, "executed"),
                                countsByStream(fields, "acked"),
                                countsByStream(fields, "failed")),
                        new Latencies(
                                latency(fields, "execute"), latency(fields, "process"), latency(fields, "complete")),
                        new TimeSpent(time.get(0), time.get(1), time.get(2)),
                        new Troubles(troubles.get(0), troubles.get(1), troubles.get(2))),
                fields.whole("coveredNanos"),
                fields.real("capacity"));
    }

    private static List<Long> write(LatencySum latency) {
        return List.of(latency.sumNanos(), latency.samples());
    }

    private static LatencySum latency(Fields fields, String name) {
        List<Long> parts = fields.wholes(name, 2);
        return new LatencySum(parts.get(0), parts.get(1));
    }

    private static Map<String, Long> byText(Map<StreamId, Long> counts) {
        Map<String, Long> byText = new LinkedHashMap<>();
        counts.forEach((stream, count) -> byText.put(stream.component() + "/" + stream.stream(), count));
        return byText;
    }

    private static Map<String, Long> counts(Fields fields, String name) {
        Fields counts = fields.object(name);
        Map<String, Long> all = new TreeMap<>();
        counts.all().keySet().forEach(stream -> all.put(stream, counts.whole(stream)));
        return all;
    }

    private static Map<StreamId, Long> countsByStream(Fields fields, String name) {
        Map<StreamId, Long> all = new TreeMap<>();
        counts(fields, name).forEach((text, count) -> {
            int slash = text.indexOf('/');
            if (slash < 0) {
                throw fields.wrong(name, text);
            }
            all.put(new StreamId(text.substring(0, slash), text.substring(slash + 1)), count);
        });
        return all;
    }
}
