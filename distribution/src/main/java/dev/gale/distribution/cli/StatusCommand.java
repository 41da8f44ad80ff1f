package dev.gale.distribution.cli;

import dev.gale.control.TopologyDetails;
import dev.gale.control.Window;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "status", description = "Shows how a topology does: workers, components, statistics.")
final class StatusCommand implements Runnable {
    private final Session session;

    @Parameters(paramLabel = "<topology>", description = "Its name.")
    String name = "";

    @Option(names = "--window", paramLabel = "10m|3h|1d|all", description = "Over which past. Default: 10m.")
    Window window = Window.TEN_MINUTES;

    @Option(names = "--executors", description = "Show each executor as well.")
    boolean executors;

    StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        TopologyDetails details = session.ask(name, control -> control.topology(name));
        session.write(details, new StatusPage(details, window, executors, new Painter(session.isColored())).text());
    }
}
