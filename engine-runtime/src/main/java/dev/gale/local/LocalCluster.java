package dev.gale.local;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.TopologyGraph;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.engine.topology.TopologyValidator;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.runtime.plugin.Adapters;
import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.worker.ComponentCopies;
import dev.gale.runtime.worker.Worker;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs topologies in this JVM. With {@link Config#TOPOLOGY_WORKERS} above 1 the executors are dealt to as many workers,
 * whose tuples are encoded and cross the transport as between processes. Closing ends every topology and every thread. Safe for use
 * by several threads.
 */
public final class LocalCluster implements AutoCloseable {
    /** The transport between workers, by its adapter's name; {@code memory} unless set. Its section is under that name. */
    public static final String TRANSPORT = "transport";

    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

    private final Transport transport;
    private final SpinPermits spins =
            SpinPermits.forProcessors(Runtime.getRuntime().availableProcessors());
    private final SplittableRandom random;
    private final Map<String, LocalRun> topologies = new TreeMap<>();

    private int submits;
    private boolean closed;

    /** On the memory adapters. */
    public LocalCluster() {
        this(Map.of());
    }

    /** @param config {@link #TRANSPORT} and sections of adapters */
    public LocalCluster(Map<String, Object> config) {
        long seed = new SecureRandom().nextLong();
        LOG.debug("seed={}", seed);
        random = new SplittableRandom(seed);
        Map<String, Object> section = new TreeMap<>(config);
        String name = String.valueOf(section.getOrDefault(TRANSPORT, "memory"));
        transport = Adapters.find(
                        TransportFactory.class,
                        TRANSPORT,
                        name,
                        TransportFactory::name,
                        LocalCluster.class.getClassLoader())
                .open(
                        ConfigSection.of(name, section.get(name) instanceof Map<?, ?> of ? strings(of) : Map.of()),
                        new EnginePluginContext(
                                "gale-local", TRANSPORT + " " + name, System::nanoTime, random.split()));
        if (transport.maxFrameBytes() < Worker.LEAST_FRAME_BYTES) {
            transport.close();
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    TRANSPORT + ": '" + name + "' takes frames of at most " + transport.maxFrameBytes()
                            + " bytes; allow at least " + Worker.LEAST_FRAME_BYTES);
        }
    }

    /**
     * Checks a topology and starts it. Returns at once; {@link LocalTopology#awaitRunning} waits until it runs.
     *
     * @throws SubmitException with every problem, if there is one; nothing was started then
     */
    public LocalTopology submit(String name, Map<String, ?> conf, Topology topology) {
        List<Problem> problems = new ArrayList<>();
        TopologyValidator.validateName(name).ifPresent(problems::add);
        TopologySettings settings = TopologySettings.read(conf, problems::add);
        problems.addAll(TopologyValidator.validate(topology, settings));
        ConfValues.check(conf, problems::add);
        ClassLoader loader = userClasses(topology);
        ComponentCopies copies = ComponentCopies.of(
                topology,
                loader,
                (component, why) -> problems.add(new Problem(
                        "component '" + component + "'", why, "every task works on a copy of the component")));
        SerializationRegistry registry = SerializationRegistry.empty();
        try {
            registry = SerializationRegistry.of(registrations(conf), loader);
        } catch (IllegalArgumentException e) {
            problems.add(new Problem(
                    Config.TOPOLOGY_KRYO_REGISTER,
                    String.valueOf(e.getMessage()),
                    "register classes that the workers have"));
        }
        if (!problems.isEmpty()) {
            throw new SubmitException(name, problems);
        }
        TopologyGraph graph = TopologyGraph.of(topology);
        LocalRun run;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("The cluster is closed");
            }
            LocalRun same = topologies.get(name);
            if (same != null && !same.hasEnded()) {
                throw new SubmitException(
                        name,
                        List.of(new Problem(
                                "name '" + name + "'",
                                "a topology of this name is " + same.status(),
                                "choose another name, or kill that one first")));
            }
            submits++;
            String id = name + "-" + submits + "-" + Instant.now().getEpochSecond();
            TopologyPlan plan = new TopologyPlan(id, name, graph, TaskLayout.of(topology, settings), settings);
            run = new LocalRun(plan, copies, registry, transport, spins, random.split());
            topologies.put(name, run);
        }
        run.start();
        return run;
    }

    /** The topology that was submitted last under this name, running or ended. */
    public synchronized Optional<LocalTopology> topology(String name) {
        return Optional.ofNullable(topologies.get(name));
    }

    /** Those submitted last under each name. */
    public synchronized List<LocalTopology> topologies() {
        return List.copyOf(topologies.values());
    }

    /** Kills every topology without waiting for pending tuples, and ends every thread. */
    @Override
    public void close() {
        List<LocalRun> running;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            running = List.copyOf(topologies.values());
        }
        // An interrupt ends no close half-way: it is the caller's to see afterwards.
        boolean interrupted = Thread.interrupted();
        running.forEach(LocalRun::beginClose);
        for (LocalRun run : running) {
            boolean over = false;
            while (!over) {
                try {
                    run.awaitClosed();
                    over = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        transport.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<?> registrations(Map<String, ?> conf) {
        return conf.get(Config.TOPOLOGY_KRYO_REGISTER) instanceof List<?> list ? list : List.of();
    }

    private static ClassLoader userClasses(Topology topology) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            return context;
        }
        return topology.components().isEmpty()
                ? LocalCluster.class.getClassLoader()
                : topology.components().get(0).component().getClass().getClassLoader();
    }

    private static Map<String, Object> strings(Map<?, ?> map) {
        Map<String, Object> result = new TreeMap<>();
        map.forEach((key, value) -> result.put(String.valueOf(key), value));
        return result;
    }
}
