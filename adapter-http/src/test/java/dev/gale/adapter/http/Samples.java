package dev.gale.adapter.http;

import dev.gale.control.ComponentError;
import dev.gale.control.ComponentStatistics;
import dev.gale.control.ExecutorStatistics;
import dev.gale.control.Latencies;
import dev.gale.control.Latencies.Latency;
import dev.gale.control.SlotSummary;
import dev.gale.control.StreamCounts;
import dev.gale.control.SupervisorSummary;
import dev.gale.control.TaskSummary;
import dev.gale.control.TimeSpent;
import dev.gale.control.TopologyDetails;
import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import dev.gale.control.Troubles;
import dev.gale.control.Window;
import dev.gale.control.WindowStatistics;
import dev.gale.control.WorkerAddress;
import dev.gale.control.WorkerSummary;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A cluster's values with every field filled at least once, and left out at least once where it may be. */
public final class Samples {
    public static final Instant TIME = Instant.parse("2026-11-30T10:15:30Z");
    public static final WorkerAddress FIRST = new WorkerAddress("s1", "host1", 6700);

    private Samples() {}

    public static TopologySummary topology(String name, TopologyState status) {
        return new TopologySummary(
                name,
                name + "-1-1796033730",
                status,
                OptionalLong.empty(),
                2,
                2,
                4,
                5,
                true,
                TIME,
                3_723_000,
                Optional.empty(),
                0);
    }

    /** Has fewer workers than it wants, and a stuck task. */
    public static TopologySummary inTrouble(String name) {
        return new TopologySummary(
                name,
                name + "-2-1796033730",
                TopologyState.ACTIVE,
                OptionalLong.empty(),
                3,
                1,
                4,
                5,
                false,
                TIME,
                65_000,
                Optional.of("2 workers have no slot: all 4 slots of 1 supervisor are used"),
                1);
    }

    static TopologySummary with(TopologySummary topology, TopologyState status) {
        return with(topology, status, OptionalLong.empty());
    }

    static TopologySummary waiting(TopologySummary topology, TopologyState status, long waitMillis) {
        return with(topology, status, OptionalLong.of(waitMillis));
    }

    private static TopologySummary with(TopologySummary topology, TopologyState status, OptionalLong wait) {
        return new TopologySummary(
                topology.name(),
                topology.id(),
                status,
                wait,
                topology.wantedWorkers(),
                topology.workers(),
                topology.executors(),
                topology.tasks(),
                topology.prepared(),
                topology.launchTime(),
                topology.uptimeMillis(),
                topology.shortage(),
                topology.stuckTasks());
    }

    public static TopologyDetails details(TopologySummary topology) {
        WorkerSummary worker =
                new WorkerSummary(FIRST, 4, TIME, OptionalLong.of(61_000), OptionalLong.of(1_200), true, 2, 3, 17);
        WorkerSummary starting = new WorkerSummary(
                new WorkerAddress("s2", "host2", 6701),
                5,
                TIME,
                OptionalLong.empty(),
                OptionalLong.empty(),
                false,
                2,
                2,
                0);
        return new TopologyDetails(
                topology,
                Map.of("topology.workers", 2, "my.password", "***"),
                List.of(worker, starting),
                List.of(
                        component("lines", Optional.of(ComponentStatistics.Kind.SPOUT), 1, 1_000, 0),
                        component("split", Optional.of(ComponentStatistics.Kind.BOLT), 2, 1_000, 0.5),
                        component("__acker", Optional.empty(), 4, 0, 0)));
    }

    public static List<TaskSummary> tasks() {
        return List.of(
                new TaskSummary(1, "lines", Optional.of(FIRST), 1_000, OptionalLong.of(250), 0),
                new TaskSummary(2, "split", Optional.of(FIRST), 998, OptionalLong.of(75_000), 75_000),
                new TaskSummary(3, "split", Optional.empty(), 0, OptionalLong.empty(), 0));
    }

    public static List<ComponentError> errors() {
        return List.of(
                new ComponentError(
                        "split",
                        2,
                        Optional.of(FIRST),
                        TIME,
                        "java.lang.IllegalStateException: no blanks",
                        "java.lang.IllegalStateException: no blanks\n\tat my.Split.execute(Split.java:7)\n"),
                new ComponentError(
                        "split",
                        3,
                        Optional.empty(),
                        TIME,
                        "java.io.IOException: late",
                        "java.io.IOException: late\n"));
    }

    public static List<SupervisorSummary> supervisors() {
        return List.of(new SupervisorSummary(
                "s1",
                "host1",
                List.of(
                        new SlotSummary(6700, true, Optional.of("word-count")),
                        new SlotSummary(6701, false, Optional.empty())),
                TIME,
                90_061_000,
                TIME,
                false,
                "0.1.0"));
    }

    private static ComponentStatistics component(
            String id, Optional<ComponentStatistics.Kind> kind, int firstTask, long tuples, double capacity) {
        boolean spout = kind.equals(Optional.of(ComponentStatistics.Kind.SPOUT));
        String input = spout ? "default" : "lines/default";
        Latency measured = new Latency(1.25, 40);
        Latency none = new Latency(0, 0);
        WindowStatistics window = new WindowStatistics(
                new StreamCounts(
                        Map.of("default", tuples),
                        Map.of("default", tuples),
                        spout ? Map.of() : Map.of(input, tuples),
                        Map.of(input, tuples),
                        Map.of(input, 2L)),
                spout ? new Latencies(none, none, measured) : new Latencies(measured, measured, none),
                new TimeSpent(400, 0, 600),
                new Troubles(1, 0, spout ? 0 : 2),
                600_000,
                capacity);
        Map<Window, WindowStatistics> windows = new EnumMap<>(Window.class);
        for (Window each : Window.values()) {
            windows.put(each, window);
        }
        ExecutorStatistics executor = new ExecutorStatistics(
                firstTask,
                firstTask + (spout ? 0 : 1),
                spout ? Optional.of(FIRST) : Optional.empty(),
                spout ? OptionalLong.of(61_000) : OptionalLong.empty(),
                0.25,
                windows);
        return new ComponentStatistics(id, kind, spout ? 1 : 2, 0.25, windows, List.of(executor));
    }
}
