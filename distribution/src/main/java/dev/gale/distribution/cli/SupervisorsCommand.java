package dev.gale.distribution.cli;

import dev.gale.control.SlotSummary;
import dev.gale.control.SupervisorSummary;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

@Command(name = "supervisors", description = "Lists supervisors and their slots.")
final class SupervisorsCommand implements Runnable {
    private final Session session;

    SupervisorsCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<SupervisorSummary> supervisors = session.await(session.control().supervisors());
        if (supervisors.isEmpty() && !session.isJson()) {
            session.terminal().talk("There are no supervisors; 'gale supervisor' starts one on its host");
            return;
        }
        Table table = new Table("SUPERVISOR", "HOST", "USED", "SLOTS", "UPTIME", "STATE", "VERSION", "TOPOLOGIES");
        supervisors.forEach(supervisor -> table.row(
                supervisor.id(),
                supervisor.host(),
                supervisor.usedSlots(),
                supervisor.slots().size(),
                Durations.text(supervisor.uptimeMillis()),
                supervisor.silent() ? "silent" : "up",
                supervisor.version(),
                supervisor.slots().stream()
                        .map(SlotSummary::topology)
                        .flatMap(Optional::stream)
                        .collect(Collectors.collectingAndThen(
                                Collectors.toCollection(TreeSet::new), names -> String.join(", ", names)))));
        session.write(supervisors, table.text());
    }
}
