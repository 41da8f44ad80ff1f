package dev.gale.distribution.cli;

import dev.gale.control.TopologySummary;
import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "list", description = "Lists topologies.")
final class ListCommand implements Runnable {
    private final Session session;

    ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<TopologySummary> topologies = session.await(session.control().topologies());
        if (topologies.isEmpty() && !session.isJson()) {
            session.terminal().talk("There are no topologies; 'gale jar' submits one");
            return;
        }
        Table table = new Table("NAME", "STATUS", "WORKERS", "EXECUTORS", "TASKS", "UPTIME", "NOTE");
        topologies.forEach(topology -> table.row(
                topology.name(),
                topology.status(),
                topology.workers() + "/" + topology.wantedWorkers(),
                topology.executors(),
                topology.tasks(),
                Durations.text(topology.uptimeMillis()),
                Notes.of(topology)));
        session.write(topologies, table.text());
    }
}
