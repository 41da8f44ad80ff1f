package dev.gale.distribution.daemon;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.runtime.code.CodeFile;
import dev.gale.runtime.code.CodeLimits;
import dev.gale.runtime.code.LoadedCode;
import dev.gale.runtime.code.TopologyCode;
import dev.gale.runtime.code.TopologyConf;
import dev.gale.runtime.code.TransportSecret;
import dev.gale.runtime.code.UserClassLoader;
import dev.gale.runtime.config.AdapterNames;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.HostSettings;
import dev.gale.runtime.config.SupervisorSettings;
import dev.gale.runtime.config.WorkerSettings;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.runtime.worker.WorkerId;
import dev.gale.runtime.worker.WorkerProcess;
import dev.gale.runtime.worker.WorkerTimings;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker process, as a supervisor starts it. */
public final class WorkerMain {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMain.class);
    private static final int EXIT_FAILED = 1;
    private static final Duration STORE_PATIENCE = Duration.ofSeconds(60);
    private static final Duration COUNTERS = Duration.ofSeconds(1);
    private static final Duration GRACE_OF_GRACE = Duration.ofSeconds(1);

    private record Arguments(
            String topology, WorkerSlot slot, long generation, String incarnation, Path directory, Path configFile) {
        static Arguments of(String[] args) {
            return new Arguments(
                    args[0],
                    new WorkerSlot(args[1], Integer.parseInt(args[2])),
                    Long.parseLong(args[3]),
                    args[4],
                    Path.of(args[5]),
                    Path.of(args[6]));
        }
    }

    private WorkerMain() {}

    /** @param args topology id, supervisor id, port, generation, incarnation, the worker's directory, the configuration file */
    public static void main(String[] args) {
        int code = EXIT_FAILED;
        try (Closing closing = new Closing()) {
            code = run(Arguments.of(args), closing);
        } catch (RuntimeException | IOException e) {
            LOG.error("The worker cannot run: {}", e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }

    private static int run(Arguments self, Closing closing) throws IOException, InterruptedException {
        Configuration configuration = ConfigSources.read(self.configFile).load();
        WorkerSettings settings = WorkerSettings.of(configuration);
        CompletableFuture<EngineException> fatal = new CompletableFuture<>();
        Adapters adapters = new Adapters(configuration, "gale-worker", fatal::complete);
        Keys keys = new Keys(Key.of(AdapterNames.of(configuration).metadataRoot()));
        MetadataStore store = closing.add("the metadata store", adapters.store());
        Optional<TopologyRecord> topology = topology(store, keys, self.topology);
        if (topology.isEmpty()) {
            LOG.info("topology={} is gone; the worker is not needed", self.topology);
            return WorkerProcess.EXIT_OK;
        }
        Path files =
                self.directory.resolve("../../supervisor/stormdist").normalize().resolve(self.topology);
        TopologyConf conf =
                TopologyConf.decode(Files.readAllBytes(files.resolve(CodeFile.CONF.fileName())), CodeLimits.DEFAULT);
        TopologyCode code =
                TopologyCode.decode(Files.readAllBytes(files.resolve(CodeFile.CODE.fileName())), CodeLimits.DEFAULT);
        TransportSecret secret = conf.secret()
                .orElseThrow(() -> new EngineException(Category.REJECTED, "The topology's conf has no secret"));
        UserClassLoader loader = new UserClassLoader(self.topology, files.resolve(CodeFile.JAR.fileName()));
        Thread.currentThread().setContextClassLoader(loader);
        Heartbeats heartbeats = closing.add("the heartbeats", adapters.heartbeats());
        WorkerProcess worker = new WorkerProcess(
                new WorkerId(self.topology, topology.get().name(), self.slot, self.generation, self.incarnation),
                LoadedCode.of(code, conf, loader),
                secret,
                store,
                keys,
                closing.add("the transport", adapters.transport()),
                heartbeats.writer(self.directory.resolve("heartbeat"), identity(self.generation)),
                new WorkerTimings(
                        settings.heartbeatFrequency(),
                        settings.beatFrequency(),
                        grace(SupervisorSettings.of(configuration))),
                HostSettings.of(configuration).bindHost(),
                InstantSource.system(),
                () -> UUID.randomUUID().toString());
        worker.start();
        fatal.thenAccept(failure -> worker.broken("an adapter cannot go on", failure));
        ScheduledExecutorService log =
                Executors.newSingleThreadScheduledExecutor(Threads.daemon("gale-worker-counters"));
        closing.add("the counters' log", log::shutdownNow);
        log.scheduleWithFixedDelay(
                new CounterLog("transport", adapters::transportCounters),
                COUNTERS.toMillis(),
                COUNTERS.toMillis(),
                TimeUnit.MILLISECONDS);
        Thread hook = new Thread(() -> endGracefully(worker), "gale-worker-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        return worker.exit().join();
    }

    /** A SIGTERM waits here until the worker has ended by itself. Whoever has called {@code System.exit} waits too, so is not waited for. */
    private static void endGracefully(WorkerProcess worker) {
        ExitCall.find()
                .ifPresentOrElse(
                        call -> worker.broken(
                                "code in thread " + call.thread() + " has called System.exit", call.trace()),
                        worker::terminate);
        worker.exit().join();
    }

    private static Duration grace(SupervisorSettings settings) {
        Duration grace = settings.timing().workerShutdownGrace().minus(GRACE_OF_GRACE);
        return grace.isNegative() ? Duration.ZERO : grace;
    }

    private static WriterIdentity identity(long generation) {
        ProcessHandle process = ProcessHandle.current();
        return new WriterIdentity(
                process.pid(),
                process.info().startInstant().map(Instant::toEpochMilli).orElse(0L),
                generation);
    }

    private static Optional<TopologyRecord> topology(MetadataStore store, Keys keys, String id)
            throws InterruptedException {
        long end = System.nanoTime() + STORE_PATIENCE.toNanos();
        while (true) {
            try {
                return store.read(keys.topology(id))
                        .toCompletableFuture()
                        .get(STORE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                        .map(Versioned::value)
                        .map(new TopologyFormat()::decode);
            } catch (ExecutionException e) {
                boolean passing = e.getCause() instanceof EngineException known
                        && known.category() == Category.UNAVAILABLE
                        && System.nanoTime() - end < 0;
                if (!passing) {
                    throw new EngineException(
                            Category.UNAVAILABLE, "The store does not tell of topology " + id + ": " + e.getCause(), e);
                }
                TimeUnit.MILLISECONDS.sleep(200);
            } catch (TimeoutException e) {
                throw new EngineException(
                        Category.UNAVAILABLE, "The store does not answer within " + STORE_PATIENCE, e);
            }
        }
    }
}
