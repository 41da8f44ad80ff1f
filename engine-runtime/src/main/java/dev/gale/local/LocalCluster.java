package dev.gale.local;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.Nearest;
import dev.gale.engine.topology.Problem;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.runtime.worker.PreparedTopology;
import dev.gale.runtime.worker.Worker;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs topologies in this JVM. With {@link Config#TOPOLOGY_WORKERS} above 1 the executors are dealt to as many workers,
 * whose tuples are encoded and cross the transport as between processes. Closing ends every topology and every thread, but for one whose
 * user code does not return: that is interrupted after a few seconds, and when it goes on even so its thread, a daemon, is left behind
 * and logged. Safe for use by several threads.
 */
public final class LocalCluster implements AutoCloseable {
    /** The transport between workers, by its adapter's name; {@code memory} unless set. Its section is under that name. */
    public static final String TRANSPORT = "transport";

    /** Ended topologies that {@link #topology} and {@link #topologies} still know. */
    static final int ENDED_THAT_ARE_KNOWN = 20;

    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

    private final Transport transport;
    private final SpinPermits spins =
            SpinPermits.forProcessors(Runtime.getRuntime().availableProcessors());
    private final SplittableRandom random;
    /** In the order of their submits. */
    private final Map<String, LocalRun> topologies = new LinkedHashMap<>();

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
        Map<String, Object> section = new TreeMap<>(Objects.requireNonNull(config, "config is null"));
        String name = String.valueOf(section.getOrDefault(TRANSPORT, "memory"));
        section.forEach(LocalCluster::check);
        transport = Plugins.here()
                .find(TransportFactory.class, TRANSPORT, name, TransportFactory::name)
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
        PreparedTopology prepared = PreparedTopology.of(name, conf, topology, problems::add)
                .orElseThrow(() -> new SubmitException(name, problems));
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
                                "a topology of this name is " + same.shownStatus(),
                                "choose another name, or kill that one first")));
            }
            submits++;
            String id = name + "-" + submits + "-" + Instant.now().getEpochSecond();
            TaskLayout layout = TaskLayout.of(topology, prepared.settings());
            TopologyPlan plan = new TopologyPlan(id, name, prepared.graph(), layout, prepared.settings());
            run = new LocalRun(plan, prepared.copies(), prepared.registry(), transport, spins, random.split());
            topologies.remove(name);
            topologies.put(name, run);
            forgetOldest();
        }
        run.start();
        return run;
    }

    /** Its figures and errors are all that an ended topology is kept for. */
    private void forgetOldest() {
        long ended = topologies.values().stream().filter(LocalRun::hasEnded).count();
        Iterator<LocalRun> oldest = topologies.values().iterator();
        while (ended > ENDED_THAT_ARE_KNOWN - 1) {
            if (oldest.next().hasEnded()) {
                oldest.remove();
                ended--;
            }
        }
    }

    /** The topology that was submitted last under this name, running or ended; not one that ended long ago, before 20 others. */
    public synchronized Optional<LocalTopology> topology(String name) {
        return Optional.ofNullable(topologies.get(name));
    }

    /** Those submitted last under each name: all that run, and the 20 that ended of those submitted last. */
    public synchronized List<LocalTopology> topologies() {
        return List.copyOf(new TreeMap<>(topologies).values());
    }

    /**
     * Kills every topology without waiting for pending tuples, and ends every thread but those in user code that goes on when it is
     * interrupted.
     */
    @Override
    public void close() {
        List<LocalRun> running;
        synchronized (this) {
            topologies.values().forEach(LocalRun::refuseOwnThread);
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

    private static void check(String key, Object value) {
        if (key.equals(TRANSPORT)) {
            return;
        }
        Set<String> known = Plugins.here().names(TransportFactory.class, TRANSPORT, TransportFactory::name);
        if (!known.contains(key)) {
            known.add(TRANSPORT);
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    "'" + key + "' is no key of a local cluster; " + Nearest.remedy(key, known));
        }
        if (!(value instanceof Map)) {
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    "The section '" + key + "' of a local cluster is " + value + "; give a map of its settings");
        }
    }

    private static Map<String, Object> strings(Map<?, ?> map) {
        Map<String, Object> result = new TreeMap<>();
        map.forEach((key, value) -> result.put(String.valueOf(key), value));
        return result;
    }
}
