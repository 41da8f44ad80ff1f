package dev.gale.distribution.cli;

import dev.gale.control.TopologySummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "activate", description = "Asks the spouts of a topology for tuples again.")
final class ActivateCommand implements Runnable {
    private final Session session;

    @Parameters(paramLabel = "<topology>", description = "Its name.")
    String name = "";

    ActivateCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        TopologySummary topology = session.ask(name, control -> control.activate(name));
        session.write(topology, name + " is " + topology.status() + "\n");
    }
}
