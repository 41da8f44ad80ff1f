package dev.gale.distribution.cli;

import dev.gale.control.TaskSummary;
import dev.gale.control.WorkerAddress;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "tasks", description = "Lists the tasks of a topology, those that are stuck first.")
final class TasksCommand implements Runnable {
    private static final String NONE = "-";

    private final Session session;

    @Parameters(paramLabel = "<topology>", description = "Its name.")
    String name = "";

    TasksCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<TaskSummary> tasks = session.ask(name, control -> control.tasks(name)).stream()
                .sorted(Comparator.comparingLong(TaskSummary::stuckMillis).reversed())
                .toList();
        Table table = new Table("TASK", "COMPONENT", "WORKER", "STEPS", "LAST PROGRESS", "STATE");
        tasks.forEach(task -> table.row(
                task.task(),
                task.component(),
                task.worker().map(WorkerAddress::hostPort).orElse(NONE),
                task.steps(),
                task.sinceProgressMillis().isPresent()
                        ? Durations.text(task.sinceProgressMillis().getAsLong()) + " ago"
                        : NONE,
                task.stuckMillis() > 0
                        ? "stuck for " + Durations.text(task.stuckMillis())
                        : task.worker().isPresent() ? "ok" : "no worker"));
        session.write(tasks, table.text());
    }
}
