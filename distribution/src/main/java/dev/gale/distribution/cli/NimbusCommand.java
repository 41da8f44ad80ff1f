package dev.gale.distribution.cli;

import dev.gale.distribution.daemon.ConfigSources;
import dev.gale.distribution.daemon.DaemonStarts;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "nimbus", description = "Runs a nimbus on this host, until it is told to end.")
final class NimbusCommand implements Callable<Integer> {
    private final Session session;

    NimbusCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ConfigSources sources = session.sources();
        return session.foreground().run("nimbus", true, () -> DaemonStarts.nimbus(sources));
    }
}
