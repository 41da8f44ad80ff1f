package dev.gale.distribution.cli;

import dev.gale.distribution.daemon.ConfigSources;
import dev.gale.distribution.daemon.DaemonStarts;
import dev.gale.runtime.config.ConfigKeys;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "dev",
        description = "Runs a whole cluster on this machine, until it is told to end: for trying things out.")
final class DevCommand implements Callable<Integer> {
    @Option(
            names = "--dir",
            paramLabel = "folder",
            description =
                    "Where the cluster keeps its files, for the next time too. Default: a new one, for this time.")
    @Nullable
    Path directory;

    @Option(names = "--keep", description = "Leave the new folder where it is at the end.")
    boolean keep;

    @Option(names = "--supervisors", paramLabel = "number", description = "Default: 1.")
    int supervisors = 1;

    @Option(names = "--port", paramLabel = "port", description = "Of nimbus's API. Default: what nimbus.api.port says.")
    @Nullable
    Integer port;

    private final Session session;

    DevCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (supervisors < 1) {
            throw new CliException(ExitCode.USAGE, "--supervisors takes a number of 1 or more, not " + supervisors);
        }
        if (port != null && (port < 0 || port > 65_535)) {
            throw new CliException(ExitCode.USAGE, "--port takes a number from 0 to 65535, not " + port);
        }
        if (directory != null && directory.toString().isBlank()) {
            throw new CliException(ExitCode.USAGE, "--dir takes a folder, and nothing is given");
        }
        int api = port == null ? session.configuration().get(ConfigKeys.NIMBUS_API_PORT) : port;
        session.terminal()
                .talk("This cluster is for trying things out, not for production: one store, one nimbus, no copies.");
        ConfigSources sources = session.sources();
        return session.foreground()
                .run(
                        "dev",
                        false,
                        fatal -> DaemonStarts.dev(
                                sources, api, supervisors, Optional.ofNullable(directory), keep, fatal));
    }
}
