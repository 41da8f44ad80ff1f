package dev.gale.distribution.daemon;

import dev.gale.distribution.daemon.Foreground.Daemon;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.HostSettings;
import dev.gale.runtime.config.SupervisorSettings;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** How the daemons of the command line are started. */
public final class DaemonStarts {
    private static final int SLOTS = 4;

    /** Somebody sits before it, and one store has one nimbus to serve. */
    private static final Map<String, String> IMPATIENT =
            Map.of("worker.beat.frequency.secs", "0.5", "supervisor.heartbeat.frequency.secs", "1");

    private record Running(Map<String, String> addresses, Closing closing) implements Daemon {
        @Override
        public void close() {
            closing.close();
        }
    }

    private DaemonStarts() {}

    public static Daemon nimbus(ConfigSources sources, Consumer<EngineException> fatal) {
        Configuration configuration = sources.load();
        NimbusDaemon nimbus = NimbusDaemon.start(configuration, fatal);
        Map<String, String> addresses = new LinkedHashMap<>();
        addresses.put("API", HostSettings.of(configuration).host() + ":" + nimbus.port());
        addresses.put("files", local(configuration));
        return running(addresses, nimbus);
    }

    public static Daemon supervisor(ConfigSources sources, Consumer<EngineException> fatal) {
        Configuration configuration = sources.load();
        SupervisorDaemon supervisor = SupervisorDaemon.start(configuration, sources, fatal);
        Map<String, String> addresses = new LinkedHashMap<>();
        addresses.put("slots", SupervisorSettings.of(configuration).ports().toString());
        addresses.put("files", local(configuration));
        return running(addresses, supervisor);
    }

    /**
     * @param directory for the cluster; it and what is in it stays. None: a new one, which goes with the cluster
     * @param supervisors how many; they share four slots, but have one each at least
     * @param keep whether even a new directory stays
     * @param fatal is told of what it cannot go on with
     */
    public static Daemon dev(
            ConfigSources given,
            int apiPort,
            int supervisors,
            Optional<Path> directory,
            boolean keep,
            Consumer<EngineException> fatal) {
        ConfigSources sources = given.withDefaults(IMPATIENT);
        Closing closing = new Closing();
        try {
            Path own = directory.orElseGet(DaemonStarts::newDirectory);
            if (directory.isEmpty() && !keep) {
                closing.add("the directory", () -> Directories.delete(own));
            }
            System.setProperty("gale.log.dir", own.toString());
            List<Integer> slots = Collections.nCopies(supervisors, Math.max(SLOTS / supervisors, 1));
            DevCluster cluster = closing.add(
                    "the cluster", DevCluster.start(new DevCluster.Setup(own, apiPort, slots, sources), fatal));
            Map<String, String> addresses = new LinkedHashMap<>();
            addresses.put("API", "127.0.0.1:" + cluster.apiPort());
            addresses.put("store", cluster.store());
            cluster.supervisors().forEach((name, ports) -> addresses.put(name, "slots " + ports));
            addresses.put("files", own.toString());
            return new Running(addresses, closing);
        } catch (RuntimeException e) {
            closing.close();
            throw e;
        }
    }

    private static Running running(Map<String, String> addresses, AutoCloseable daemon) {
        Closing closing = new Closing();
        closing.add("the daemon", daemon);
        return new Running(addresses, closing);
    }

    private static String local(Configuration configuration) {
        return Path.of(HostSettings.of(configuration).localDir())
                .toAbsolutePath()
                .toString();
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("gale-dev-");
        } catch (IOException e) {
            throw new UncheckedIOException("There is no room for the cluster's files: " + e.getMessage(), e);
        }
    }
}
