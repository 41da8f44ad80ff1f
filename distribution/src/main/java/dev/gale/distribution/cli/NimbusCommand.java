package dev.gale.distribution.cli;

import dev.gale.distribution.daemon.ConfigSources;
import dev.gale.distribution.daemon.DaemonStarts;
import dev.gale.runtime.config.NimbusSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "nimbus", description = "Runs a nimbus on this host, until it is told to end.")
final class NimbusCommand implements Callable<Integer> {
    /** For the start script. */
    @Option(names = "--childopts", hidden = true, description = "Print the options for the JVM, a line each, and end.")
    boolean childopts;

    private final Session session;

    NimbusCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ConfigSources sources = session.sources();
        if (childopts) {
            return session.print(NimbusSettings.of(session.configuration()).childopts());
        }
        return session.foreground().run("nimbus", true, fatal -> DaemonStarts.nimbus(sources, fatal));
    }
}
