package dev.gale.distribution.daemon;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.supervisor.SupervisorTimings;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.runtime.code.CodeDirectory;
import dev.gale.runtime.code.CodeLimits;
import dev.gale.runtime.config.AdapterNames;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.HostSettings;
import dev.gale.runtime.config.SupervisorSettings;
import dev.gale.runtime.config.WorkerSettings;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.runtime.supervisor.Jvm;
import dev.gale.runtime.supervisor.OwnSession;
import dev.gale.runtime.supervisor.PortProbe;
import dev.gale.runtime.supervisor.ProcessHost;
import dev.gale.runtime.supervisor.Supervisor;
import dev.gale.runtime.supervisor.SupervisorCode;
import dev.gale.runtime.supervisor.WorkerCommand;
import dev.gale.runtime.supervisor.WorkerOptions;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.EngineException;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A supervisor and all that it works with. Its workers go on when it is closed. */
public final class SupervisorDaemon implements AutoCloseable {
    private static final int THREADS = 4;
    private static final long LOG_BYTES = 64L << 20;
    private static final Duration FIRST_BACK_OFF = Duration.ofMillis(200);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);
    private static final Duration GOOD_RUN = Duration.ofMinutes(1);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** What a worker prints goes to its log. Options that a user sets come later, and win. */
    private static final String LOGGING = "-Dlogback.configurationFile=dev/gale/distribution/daemon/worker-logback.xml";

    private static final String COMPANION_HEAP = "-Xmx64m";

    private final Closing closing;

    private SupervisorDaemon(Closing closing) {
        this.closing = closing;
    }

    /**
     * @param sources of the configuration, which workers need too
     * @param fatal is told of what it cannot go on with
     * @throws RuntimeException that says what is wrong; nothing is left open then
     */
    public static SupervisorDaemon start(
            Configuration configuration, ConfigSources sources, Consumer<EngineException> fatal) {
        Closing closing = new Closing();
        try {
            start(configuration, sources, fatal, closing);
            return new SupervisorDaemon(closing);
        } catch (RuntimeException e) {
            closing.close();
            throw e;
        }
    }

    @Override
    public void close() {
        closing.close();
    }

    private static void start(
            Configuration configuration, ConfigSources sources, Consumer<EngineException> fatal, Closing closing) {
        HostSettings hostSettings = HostSettings.of(configuration);
        SupervisorSettings settings = SupervisorSettings.of(configuration);
        Path local = Path.of(hostSettings.localDir()).toAbsolutePath();
        closing.add("the lock of the local directory", DirectoryLock.take(local));
        SupervisorId id = new SupervisorId(settings.id().orElseGet(() -> SupervisorName.of(local)));
        Adapters adapters = new Adapters(configuration, "gale-supervisor", fatal);
        // Before anything is started that would have to end again when the store is away.
        MetadataStore store = closing.add("the metadata store", adapters.store());
        Path handedOn = local.resolve("worker.properties");
        sources.with(companion(configuration, adapters, sources, local, closing))
                .write(handedOn);

        ExecutorService fetching = Executors.newFixedThreadPool(THREADS, Threads.daemon("gale-supervisor-code"));
        closing.add("the fetching threads", fetching::shutdownNow);
        ScheduledExecutorService work =
                Executors.newScheduledThreadPool(THREADS, Threads.daemon("gale-supervisor-work"));
        closing.add("the working threads", work::shutdownNow);
        CodeDirectory files = CodeDirectory.open(local.resolve("supervisor").resolve("stormdist"), CodeLimits.DEFAULT);
        SupervisorCode codeHere = closing.add(
                "the topologies' files", new SupervisorCode(files, CodeSources.of(configuration), fetching));
        ProcessHost host = closing.add(
                "the host",
                new ProcessHost(
                        new ProcessHost.Settings(
                                local,
                                id,
                                new PortProbe(hostSettings.bindHost(), false),
                                Set.of(),
                                LOG_BYTES,
                                settings.logRetention()),
                        command(configuration, handedOn, files),
                        codeHere,
                        closing.add("the heartbeats", adapters.heartbeats()),
                        work,
                        () -> UUID.randomUUID().toString()));
        Instant now = Instant.now();
        closing.add(
                "the supervisor",
                new Supervisor(
                        store,
                        new Keys(Key.of(AdapterNames.of(configuration).metadataRoot())),
                        host,
                        new SupervisorRecord(
                                id, hostSettings.host(), settings.ports(), List.of(), now, now, 0, Version.text()),
                        timings(settings),
                        settings.heartbeatFrequency()));
    }

    /** @return what workers are to be told of the transport's companion, which can be used then; nothing if there is none */
    private static Map<String, String> companion(
            Configuration configuration, Adapters adapters, ConfigSources sources, Path local, Closing closing) {
        if (adapters.transportCompanion().isEmpty()) {
            return Map.of();
        }
        String transport = AdapterNames.of(configuration).transport();
        Path directory = local.resolve("companion").resolve(transport);
        Path configFile = directory.resolve("companion.properties");
        sources.write(configFile);
        List<String> command = new ArrayList<>(OwnSession.prefix());
        command.add(Jvm.current().executable().toString());
        command.add(MarkedProcesses.companionMark(directory));
        command.addAll(Jvm.current().flags());
        command.addAll(List.of(COMPANION_HEAP, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", LOGGING));
        plugins().forEach(command::add);
        command.addAll(List.of("-cp", classPath(System.getProperty("java.class.path")), CompanionMain.class.getName()));
        command.addAll(List.of(directory.toString(), configFile.toString()));
        CompanionProcess companion =
                closing.add("the transport's companion", CompanionProcess.start(directory, command));
        Map<String, String> keys = new TreeMap<>();
        companion.clientSection().forEach((key, value) -> keys.put(transport + "." + key, value));
        return keys;
    }

    private static Stream<String> plugins() {
        return Optional.ofNullable(System.getProperty(Plugins.HOME)).stream()
                .map(home -> "-D" + Plugins.HOME + "=" + Path.of(home).toAbsolutePath());
    }

    private static WorkerCommand command(Configuration configuration, Path configFile, CodeDirectory files) {
        WorkerSettings workers = WorkerSettings.of(configuration);
        String options = Stream.of(Stream.of(LOGGING), plugins(), workers.childopts().stream())
                .flatMap(each -> each)
                .map(option -> option.contains(" ") ? '"' + option + '"' : option)
                .collect(Collectors.joining(" "));
        return new WorkerCommand(
                Jvm.current(),
                classPath(System.getProperty("java.class.path")),
                WorkerMain.class.getName(),
                configFile,
                topology -> new WorkerOptions(options, options(files, topology), workers.heapMegabytes()));
    }

    /** Defaults of nimbus are in a topology's conf already. */
    private static List<String> options(CodeDirectory files, String topology) {
        return TopologySettings.of(files.conf(topology).values()).workerOptions();
    }

    /** Workers have another working directory. */
    private static String classPath(String own) {
        return Stream.of(own.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static SupervisorTimings timings(SupervisorSettings settings) {
        return new SupervisorTimings(
                settings.timing().workerStartTimeout().toNanos(),
                settings.timing().workerTimeout().toNanos(),
                settings.timing().workerShutdownGrace().toNanos(),
                FIRST_BACK_OFF.toNanos(),
                LONGEST_BACK_OFF.toNanos(),
                GOOD_RUN.toNanos(),
                RETRY.toNanos());
    }
}
