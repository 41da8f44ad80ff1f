package dev.gale.distribution.daemon;

import dev.gale.control.Control;
import dev.gale.runtime.config.AdapterNames;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.SupervisorSettings;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A whole cluster on one machine: a store, a nimbus and supervisors in this process, and worker processes, with what these share. Not for production: there is
 * one of each, and nobody has to say who they are.
 */
public final class DevCluster implements AutoCloseable {
    /**
     * What is to be started.
     *
     * @param directory for everything that the cluster keeps
     * @param apiPort of nimbus
     * @param slots how many each supervisor has
     * @param sources further configuration; what only the cluster can know wins
     */
    public record Setup(Path directory, int apiPort, List<Integer> slots, ConfigSources sources) {
        public Setup {
            directory = directory.toAbsolutePath();
            slots = List.copyOf(slots);
        }

        /** @param config by key */
        public static Setup of(Path directory, int apiPort, List<Integer> slots, Map<String, String> config) {
            List<String> flags = config.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .toList();
            return new Setup(directory, apiPort, slots, new ConfigSources(Optional.empty(), Map.of(), flags));
        }
    }

    private static final int FIRST_SLOT = 6700;

    private static final long LOOK_MILLIS = 20;
    private static final long LOOK_SECONDS = 5;

    /** Beyond what workers are granted, for their JVM to end. */
    private static final Duration GRACE_OF_GRACE = Duration.ofSeconds(2);

    private final Closing closing;
    private final NimbusDaemon nimbus;
    private final String storeAdapter;
    private final String store;

    private final SortedMap<String, List<Integer>> supervisors;

    private DevCluster(
            Closing closing,
            NimbusDaemon nimbus,
            String storeAdapter,
            String store,
            SortedMap<String, List<Integer>> supervisors) {
        this.supervisors = supervisors;
        this.closing = closing;
        this.nimbus = nimbus;
        this.storeAdapter = storeAdapter;
        this.store = store;
    }

    /**
     * In a process that is somebody else's.
     *
     * @throws RuntimeException that says what is wrong; nothing is left open then
     */
    public static DevCluster start(Setup setup) {
        return start(setup, failure -> {});
    }

    /**
     * @param fatal is told of what it cannot go on with
     * @throws RuntimeException that says what is wrong; nothing is left open then
     */
    static DevCluster start(Setup setup, Consumer<EngineException> fatal) {
        Closing closing = new Closing();
        try {
            return start(setup, fatal, closing);
        } catch (RuntimeException e) {
            closing.close();
            throw e;
        }
    }

    public Control control() {
        return nimbus.control();
    }

    /** Of nimbus's API. */
    public int apiPort() {
        return nimbus.port();
    }

    /** The name of the store's adapter, as in the configuration. */
    public String storeAdapter() {
        return storeAdapter;
    }

    /** Where clients reach the store. */
    public String store() {
        return store;
    }

    /** The ports of their slots, by name. */
    public SortedMap<String, List<Integer>> supervisors() {
        return supervisors;
    }

    /**
     * Waits until nimbus leads and knows every supervisor.
     *
     * @throws EngineException UNAVAILABLE if that takes longer
     */
    public void awaitReady(Duration patience) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (!knowsAll()) {
            if (System.nanoTime() - startNanos >= patience.toNanos()) {
                throw new EngineException(
                        Category.UNAVAILABLE, "The cluster was not ready within " + patience.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /**
     * Ends the workers too. Topologies stay in the store, for a later start on the same directory. An interrupt is put off: what was
     * half closed would leave processes behind.
     */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            closing.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean knowsAll() throws InterruptedException {
        try {
            return control()
                            .supervisors()
                            .toCompletableFuture()
                            .get(LOOK_SECONDS, TimeUnit.SECONDS)
                            .size()
                    >= supervisors.size();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private static DevCluster start(Setup setup, Consumer<EngineException> fatal, Closing closing) {
        int wanted = setup.slots.stream().mapToInt(Integer::intValue).sum();
        List<Integer> free = closing.add("the ports of the slots", FreePorts.from(FIRST_SLOT, wanted))
                .numbers();
        Configuration first = sources(setup, "store", Map.of()).load();
        String adapter = AdapterNames.of(first).metadataStore();
        CompanionService server = closing.add(
                "the store's server",
                new Adapters(first, "gale-store", fatal)
                        .storeServer(first.section(adapter).section("server"), setup.directory.resolve("store")));
        Map<String, String> keys = new TreeMap<>();
        server.clientSection().forEach((key, value) -> keys.put(adapter + "." + key, String.valueOf(value)));
        keys.put("nimbus.api.port", Integer.toString(setup.apiPort));
        keys.put("nimbus.seeds", "127.0.0.1:" + setup.apiPort);
        Configuration nimbusConfiguration = sources(setup, "nimbus", keys).load();
        NimbusDaemon nimbus = closing.add("nimbus", NimbusDaemon.start(nimbusConfiguration, fatal));
        Duration grace = SupervisorSettings.of(nimbusConfiguration).timing().workerShutdownGrace();
        closing.add("the companions", MarkedProcesses.companions(setup.directory, GRACE_OF_GRACE));
        closing.add("the workers", MarkedProcesses.workers(setup.directory, grace.plus(GRACE_OF_GRACE)));
        SortedMap<String, List<Integer>> supervisors = new TreeMap<>();
        int number = 0;
        int given = 0;
        for (int slots : setup.slots) {
            String name = "supervisor-" + ++number;
            List<Integer> ports = List.copyOf(free.subList(given, given += slots));
            Map<String, String> own = new TreeMap<>(keys);
            own.put("supervisor.id", name);
            supervisors.put(name, ports);
            own.put(
                    "supervisor.slots.ports",
                    ports.stream().map(String::valueOf).collect(Collectors.joining(",")));
            ConfigSources sources = sources(setup, name, own);
            closing.add(name, SupervisorDaemon.start(sources.load(), sources, fatal));
        }
        String store =
                server.clientSection().values().stream().map(String::valueOf).collect(Collectors.joining(","));
        return new DevCluster(closing, nimbus, adapter, store, Collections.unmodifiableSortedMap(supervisors));
    }

    private static ConfigSources sources(Setup setup, String name, Map<String, String> keys) {
        Map<String, String> own = new TreeMap<>(keys);
        own.put("gale.local.dir", setup.directory.resolve(name).toString());
        List<String> flags = new ArrayList<>(setup.sources.flags());
        flags.removeIf(flag -> own.containsKey(flag.replaceFirst("=.*", "")));
        own.forEach((key, value) -> flags.add(key + "=" + value));
        return new ConfigSources(setup.sources.file(), setup.sources.environment(), flags);
    }
}
