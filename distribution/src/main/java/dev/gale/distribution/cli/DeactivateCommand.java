package dev.gale.distribution.cli;

import dev.gale.control.TopologySummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "deactivate", description = "Asks the spouts of a topology for tuples no longer.")
final class DeactivateCommand implements Runnable {
    private final Session session;

    @Parameters(paramLabel = "<topology>", description = "Its name.")
    String name = "";

    DeactivateCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        TopologySummary topology = session.ask(name, control -> control.deactivate(name));
        session.write(topology, name + " is " + topology.status() + "\n");
    }
}
