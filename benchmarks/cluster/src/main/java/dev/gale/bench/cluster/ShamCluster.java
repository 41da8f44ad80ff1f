package dev.gale.bench.cluster;

import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.control.Control;
import dev.gale.control.KillRequest;
import dev.gale.control.RebalanceRequest;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import dev.gale.distribution.client.CodeUpload;
import dev.gale.distribution.client.Content;
import dev.gale.engine.nimbus.NimbusTimings;
import dev.gale.engine.schedule.EvenScheduler;
import dev.gale.runtime.code.CodeLimits;
import dev.gale.runtime.code.InboxLimits;
import dev.gale.runtime.code.TopologyCode;
import dev.gale.runtime.nimbus.DiskTopologyFiles;
import dev.gale.runtime.nimbus.Nimbus;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;

/**
 * A real nimbus over the store that is measured, and supervisors that are records only. Nobody is given up for silence here: that
 * is a matter of time-outs, and not of stores.
 */
final class ShamCluster implements AutoCloseable {
    static final int SUPERVISORS = 250;
    static final int CLIENTS = 10;

    /** Of those supervisors, how many are on a client of their own. */
    static final int LEAVING = 10;

    private static final long NEVER_NANOS = Duration.ofHours(1).toNanos();
    private static final NimbusTimings TIMINGS = new NimbusTimings(
            NEVER_NANOS,
            NEVER_NANOS,
            NEVER_NANOS,
            Duration.ofSeconds(10).toNanos(),
            Duration.ofSeconds(2).toNanos());
    private static final int SHARE_OF_SPOUTS = 5;

    private final StoreClients clients;
    private final Path directory;
    private final Keys keys = new Keys(Key.of("/gale"));
    private final DiskTopologyFiles files;
    private final Nimbus nimbus;
    private final List<MetadataStore> hosts = new ArrayList<>();
    private final MetadataStore leaving;
    private final Path jar;

    /** Returns when nimbus leads and knows all supervisors. */
    ShamCluster(StoreClients clients, Path directory) throws IOException {
        this.clients = clients;
        this.directory = directory;
        Files.createDirectories(directory);
        jar = directory.resolve("topology.jar");
        TopologyJar.write(jar);
        files = new DiskTopologyFiles(
                directory.resolve("nimbus"), InboxLimits.DEFAULT, CodeLimits.DEFAULT, Map.of(), List::of);
        nimbus = new Nimbus(
                clients.open("bench-nimbus"),
                keys,
                new EvenScheduler(Map.of()),
                files,
                new Nimbus.Setup(
                        "127.0.0.1:0", "bench", TIMINGS, Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofHours(1)),
                List::of);
        ShamSupervisors supervisors = new ShamSupervisors(keys);
        for (int client = 0; client < CLIENTS; client++) {
            MetadataStore host = clients.open("bench-hosts-" + client);
            hosts.add(host);
            supervisors.register(host, (SUPERVISORS - LEAVING) / CLIENTS);
        }
        leaving = clients.open("bench-leaving");
        supervisors.register(leaving, LEAVING);
        Patience.await("nimbus leading " + SUPERVISORS + " supervisors", () -> knows(SUPERVISORS));
    }

    Keys keys() {
        return keys;
    }

    /** The clients that stand for hosts, but for that of the {@link #LEAVING} ones. */
    List<MetadataStore> hosts() {
        return List.copyOf(hosts);
    }

    MetadataStore observer() {
        return clients.open("bench-observer");
    }

    /** Ends the sessions of the {@link #LEAVING} supervisors. */
    void leave() {
        leaving.close();
    }

    /** What is to be uploaded before a submit, which is not part of it. */
    SubmitRequest prepare(String name, int tasks, int workers) throws IOException {
        int spouts = tasks / SHARE_OF_SPOUTS;
        int first = (tasks - spouts) / 2;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new CountingSpout(true), spouts);
        builder.setBolt("first", new CountingSink(true), first).shuffleGrouping("spout");
        builder.setBolt("second", new CountingSink(true), tasks - spouts - first)
                .shuffleGrouping("spout");
        Path code = directory.resolve("stormcode.ser");
        Files.write(code, encoded(builder.createTopology()));
        return new SubmitRequest(name, Map.of("topology.workers", workers), upload(jar), upload(code), "", true);
    }

    TopologySummary submit(SubmitRequest request) {
        return BenchCluster.answer(control().submit(request));
    }

    /** Returns when nothing is left of it. */
    void kill(String name) {
        BenchCluster.answer(control().kill(name, new KillRequest(OptionalLong.of(0))));
        Patience.await(
                "the end of " + name,
                () -> topologies().stream()
                        .noneMatch(topology -> topology.name().equals(name)));
    }

    /** Returns when it is asked for. */
    void rebalance(String name) {
        BenchCluster.answer(
                control().rebalance(name, new RebalanceRequest(OptionalLong.of(0), OptionalInt.empty(), Map.of())));
    }

    boolean isActive(String name) {
        return topologies().stream()
                .anyMatch(topology -> topology.name().equals(name) && topology.status() == TopologyState.ACTIVE);
    }

    @Override
    public void close() {
        nimbus.close();
        files.close();
    }

    private Control control() {
        return nimbus.control();
    }

    private List<TopologySummary> topologies() {
        return BenchCluster.answer(control().topologies());
    }

    /** A nimbus that does not lead yet refuses the question. */
    private boolean knows(int supervisors) {
        try {
            return control().supervisors().toCompletableFuture().get().size() == supervisors;
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String upload(Path file) throws IOException {
        return new CodeUpload(control(), BenchCluster::answer, (bytes, of) -> {}).send(Content.of(file));
    }

    private static byte[] encoded(Topology topology) {
        List<String> problems = new ArrayList<>();
        return TopologyCode.of(topology, problem -> problems.add(problem.toString()))
                .orElseThrow(() -> new IllegalStateException("not accepted: " + problems))
                .encode();
    }
}
