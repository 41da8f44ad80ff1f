package dev.gale.distribution.cli;

import dev.gale.control.ComponentStatistics;
import dev.gale.control.ComponentStatistics.Kind;
import dev.gale.control.ExecutorStatistics;
import dev.gale.control.Latencies.Latency;
import dev.gale.control.StreamCounts;
import dev.gale.control.TopologyDetails;
import dev.gale.control.TopologySummary;
import dev.gale.control.Window;
import dev.gale.control.WindowStatistics;
import dev.gale.control.WorkerAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A topology on one page. */
final class StatusPage {
    private static final String NONE = "-";

    private final TopologyDetails details;
    private final Window window;
    private final boolean executors;
    private final Painter painter;

    StatusPage(TopologyDetails details, Window window, boolean executors, Painter painter) {
        this.details = details;
        this.window = window;
        this.executors = executors;
        this.painter = painter;
    }

    String text() {
        StringBuilder text = new StringBuilder(head());
        text.append('\n').append(components());
        if (executors) {
            text.append('\n').append(executors());
        }
        return text.append('\n').append(workers()).toString();
    }

    private String head() {
        TopologySummary topology = details.topology();
        StringBuilder head = new StringBuilder();
        head.append(topology.name())
                .append(" is ")
                .append(painter.state(topology.status()))
                .append('\n');
        String note = Notes.of(topology);
        if (!note.isEmpty()) {
            head.append("note: ").append(note).append('\n');
        }
        head.append("id: ").append(topology.id()).append('\n');
        head.append("up: ")
                .append(Durations.text(topology.uptimeMillis()))
                .append(", since ")
                .append(topology.launchTime())
                .append('\n');
        head.append("size: ")
                .append(topology.workers())
                .append(" of ")
                .append(topology.wantedWorkers())
                .append(" workers, ")
                .append(topology.executors())
                .append(" executors, ")
                .append(topology.tasks())
                .append(" tasks\n");
        return head.toString();
    }

    private String components() {
        Table table = new Table(
                "COMPONENT",
                "KIND",
                "EXECUTORS",
                "TASKS",
                "EMITTED",
                "ACKED",
                "FAILED",
                "LATENCY MS",
                "CAPACITY",
                "QUEUE",
                "ERRORS");
        for (ComponentStatistics component : details.components()) {
            figures(
                    table,
                    component.component(),
                    component
                            .kind()
                            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                            .orElse(NONE),
                    component.executors().size(),
                    component.tasks(),
                    component.kind(),
                    component.windows(),
                    component.queueFill());
        }
        return table.text();
    }

    private String executors() {
        Table table = new Table(
                "EXECUTOR",
                "WORKER",
                "UPTIME",
                "TASKS",
                "EMITTED",
                "ACKED",
                "FAILED",
                "LATENCY MS",
                "CAPACITY",
                "QUEUE",
                "ERRORS");
        for (ComponentStatistics component : details.components()) {
            for (ExecutorStatistics executor : component.executors()) {
                figures(
                        table,
                        component.component() + "[" + executor.firstTask() + "-" + executor.lastTask() + "]",
                        executor.worker().map(WorkerAddress::hostPort).orElse(NONE),
                        executor.uptimeMillis().isPresent()
                                ? Durations.text(executor.uptimeMillis().getAsLong())
                                : NONE,
                        executor.lastTask() - executor.firstTask() + 1,
                        component.kind(),
                        executor.windows(),
                        executor.queueFill());
            }
        }
        return table.text();
    }

    private void figures(
            Table table,
            Object first,
            Object second,
            Object third,
            Object fourth,
            Optional<Kind> kind,
            Map<Window, WindowStatistics> windows,
            double queueFill) {
        WindowStatistics figures = windows.get(window);
        if (figures == null) {
            table.row(first, second, third, fourth, NONE, NONE, NONE, NONE, NONE, percent(queueFill), NONE);
            return;
        }
        Latency complete = figures.latencies().complete();
        Latency latency =
                complete.samples() > 0 ? complete : figures.latencies().execute();
        table.row(
                first,
                second,
                third,
                fourth,
                StreamCounts.total(figures.counts().emitted()),
                StreamCounts.total(figures.counts().acked()),
                StreamCounts.total(figures.counts().failed()),
                latency.samples() == 0 ? NONE : String.format(Locale.ROOT, "%.3f", latency.meanMillis()),
                kind.equals(Optional.of(Kind.SPOUT)) ? NONE : String.format(Locale.ROOT, "%.2f", figures.capacity()),
                percent(queueFill),
                figures.troubles().errors());
    }

    private String workers() {
        Table table =
                new Table("WORKER", "SUPERVISOR", "UPTIME", "LAST BEAT", "EXECUTORS", "TASKS", "PENDING", "STATE");
        details.workers()
                .forEach(worker -> table.row(
                        worker.address().hostPort(),
                        worker.address().supervisor(),
                        worker.uptimeMillis().isPresent()
                                ? Durations.text(worker.uptimeMillis().getAsLong())
                                : NONE,
                        worker.silentMillis().isPresent()
                                ? Durations.text(worker.silentMillis().getAsLong()) + " ago"
                                : NONE,
                        worker.executors(),
                        worker.tasks(),
                        worker.pendingTuples(),
                        worker.prepared() ? "prepared" : "starting"));
        return table.text();
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}
