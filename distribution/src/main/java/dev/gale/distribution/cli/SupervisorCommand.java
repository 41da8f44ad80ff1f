package dev.gale.distribution.cli;

import dev.gale.distribution.daemon.ConfigSources;
import dev.gale.distribution.daemon.DaemonStarts;
import dev.gale.runtime.config.SupervisorSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "supervisor",
        description = "Runs a supervisor on this host, until it is told to end; its workers go on then.")
final class SupervisorCommand implements Callable<Integer> {
    /** For the start script. */
    @Option(names = "--childopts", hidden = true, description = "Print the options for the JVM, a line each, and end.")
    boolean childopts;

    private final Session session;

    SupervisorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ConfigSources sources = session.sources();
        if (childopts) {
            return session.print(SupervisorSettings.of(session.configuration()).childopts());
        }
        return session.foreground().run("supervisor", true, fatal -> DaemonStarts.supervisor(sources, fatal));
    }
}
