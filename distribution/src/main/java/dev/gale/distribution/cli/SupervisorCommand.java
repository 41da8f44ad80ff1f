package dev.gale.distribution.cli;

import dev.gale.distribution.daemon.ConfigSources;
import dev.gale.distribution.daemon.DaemonStarts;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "supervisor",
        description = "Runs a supervisor on this host, until it is told to end; its workers go on then.")
final class SupervisorCommand implements Callable<Integer> {
    private final Session session;

    SupervisorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ConfigSources sources = session.sources();
        return session.foreground().run("supervisor", true, () -> DaemonStarts.supervisor(sources));
    }
}
