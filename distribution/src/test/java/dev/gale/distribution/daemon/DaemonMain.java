package dev.gale.distribution.daemon;

import dev.gale.distribution.config.ConfigurationLoader;
import dev.gale.runtime.config.Configuration;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** One daemon as a process of its own, which ends at the latest when whoever started it does. */
final class DaemonMain {
    private DaemonMain() {}

    /**
     * @param args {@code store <port> <directory>}, {@code zookeeper <its file>} for one of several servers, {@code nimbus <configuration file>} or {@code supervisor <configuration file>}
     */
    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "store" ->
                new Adapters(load(Optional.empty()), "gale-store", DaemonMain::end)
                        .storeServer(ConfigSection.of("companion", Map.of("port", args[1])), Path.of(args[2]));
            case "zookeeper" -> {
                Thread member = new Thread(() -> QuorumPeerMain.main(new String[] {args[1]}), "zookeeper");
                member.setDaemon(true);
                member.start();
            }
            case "nimbus" -> NimbusDaemon.start(load(Optional.of(Path.of(args[1]))), DaemonMain::end);
            case "supervisor" -> {
                ConfigSources sources = new ConfigSources(Optional.of(Path.of(args[1])), Map.of(), List.of());
                SupervisorDaemon.start(sources.load(), sources, DaemonMain::end);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        while (System.in.read() >= 0) {
            // Nothing is said; the end of it is what counts.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void end(EngineException failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    private static Configuration load(Optional<Path> file) {
        return ConfigurationLoader.load(file, Map.of(), List.of(), Adapters.installed());
    }
}
