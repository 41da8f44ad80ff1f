package dev.gale.bench.cluster;

import dev.gale.bench.harness.Percentiles;
import dev.gale.bench.harness.RoundFigures;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologySummary;
import dev.gale.engine.assignment.Assignment;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.MetadataStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One store, with a new server, through everything that is measured. */
final class StoreRound {
    private static final int WORKERS = ShamCluster.SUPERVISORS * ShamSupervisors.SLOTS;
    private static final int EXECUTORS_A_WORKER = 3;
    private static final Duration BEAT_PERIOD = Duration.ofSeconds(5);
    private static final String LARGE = "large";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String MILLIS = "ms";

    /** Tasks of the topologies that are submitted, and their workers: in each there are some tasks a worker. */
    private static final Map<Integer, Integer> SUBMITTED = new LinkedHashMap<>();

    static {
        SUBMITTED.put(100, 20);
        SUBMITTED.put(2_000, 400);
    }

    private final String store;
    private final StoreScale scale;
    private final CompanionProcess server;
    private final ShamCluster cluster;
    private final Map<String, Map<String, Double>> measured = new LinkedHashMap<>();

    private StoreRound(String store, StoreScale scale, CompanionProcess server, ShamCluster cluster) {
        this.store = store;
        this.scale = scale;
        this.server = server;
        this.cluster = cluster;
    }

    /**
     * @param scratch for the server's and nimbus's files; not there yet
     * @param log of the server
     * @param into gets the figures when all were measured
     */
    static void run(String store, StoreScale scale, Path scratch, Path log, RoundFigures into) throws IOException {
        try (CompanionProcess server = CompanionProcess.start(store, scratch.resolve("server"), log);
                StoreClients clients = new StoreClients(store, server.clientSection());
                ShamCluster cluster = new ShamCluster(clients, scratch.resolve("cluster"))) {
            StoreRound round = new StoreRound(store, scale, server, cluster);
            round.submits();
            round.underLargeTopology();
            round.tell(into);
        }
    }

    /** On a cluster that is idle and has room. */
    private void submits() throws IOException {
        int number = 0;
        for (Map.Entry<Integer, Integer> size : SUBMITTED.entrySet()) {
            int tasks = size.getKey();
            long[] nanos = new long[scale.submits()];
            // The first of a size is not counted: the code is cold then.
            for (int i = -1; i < nanos.length; i++) {
                String name = "submit-" + ++number;
                SubmitRequest request = cluster.prepare(name, tasks, size.getValue());
                long start = System.nanoTime();
                TopologySummary accepted = cluster.submit(request);
                long took = System.nanoTime() - start;
                if (accepted.tasks() != tasks) {
                    throw new IllegalStateException(accepted + " was to have " + tasks + " tasks");
                }
                if (i >= 0) {
                    nanos[i] = took;
                }
                cluster.kill(name);
            }
            Percentiles percentiles = Percentiles.of(nanos);
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("p50", percentiles.at(0.5) / NANOS_PER_MILLI);
            figures.put("longest", percentiles.max() / NANOS_PER_MILLI);
            measured.put("submit-" + tasks, figures);
        }
    }

    private void underLargeTopology() throws IOException {
        String id = cluster.submit(cluster.prepare(LARGE, WORKERS * EXECUTORS_A_WORKER, WORKERS))
                .id();
        Keys keys = cluster.keys();
        MetadataStore observer = cluster.observer();
        BeatWatch beatWatch = new BeatWatch();
        SupervisorWatch supervisors = new SupervisorWatch();
        List<AssignmentWatch> assignments = new ArrayList<>();
        for (MetadataStore host : cluster.hosts()) {
            AssignmentWatch watch = new AssignmentWatch(keys.assignment(id));
            assignments.add(watch);
            host.watch(keys.under(Keys.Kind.ASSIGNMENT), watch);
        }
        observer.watch(keys.under(Keys.Kind.BEAT), beatWatch);
        observer.watch(keys.under(Keys.Kind.SUPERVISOR), supervisors);
        Patience.await("the assignment everywhere", () -> assignments.stream().allMatch(watch -> watch.last() != null));
        Assignment assignment = assignment(assignments.get(0));
        if (assignment.slots().size() != WORKERS) {
            throw new IllegalStateException(assignment.slots().size() + " workers have a place, and not " + WORKERS);
        }
        beats(new BeatLoad(new ShamBeats(keys, id, assignment), cluster.hosts(), beatWatch, server));
        rebalances(assignments);
        departure(supervisors);
    }

    private void beats(BeatLoad load) {
        // Each worker's first beat creates its key, which is another operation than the later ones in some stores.
        load.paced("first", Duration.ofSeconds(2), Duration.ofSeconds(2));
        BeatLoad.Outcome outcome = load.paced("paced", BEAT_PERIOD, scale.beating());
        measured.put("beats", outcome.accepted());
        measured.put("beats-seen", outcome.seen());
        measured.put("beats-most", load.flood("flood", scale.flooding()));
    }

    /** From the call to the moment at which the last client has been told of the new assignment. */
    private void rebalances(List<AssignmentWatch> assignments) {
        long[] nanos = new long[scale.rebalances()];
        for (int i = 0; i < nanos.length; i++) {
            String before = lastSeen(assignments.get(0)).state().requestId();
            Patience.await(
                    "one assignment everywhere",
                    () -> assignments.stream()
                            .allMatch(
                                    watch -> lastSeen(watch).state().requestId().equals(before)));
            long start = System.nanoTime();
            cluster.rebalance(LARGE);
            Patience.await(
                    "the new assignment everywhere",
                    () -> assignments.stream().allMatch(watch -> watch.isPast(before)));
            long last = assignments.stream()
                    .mapToLong(watch -> lastSeen(watch).nanos() - start)
                    .max()
                    .orElseThrow();
            nanos[i] = last;
            Patience.await("the end of the rebalance", () -> cluster.isActive(LARGE));
        }
        Percentiles percentiles = Percentiles.of(nanos);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("p50", percentiles.at(0.5) / NANOS_PER_MILLI);
        figures.put("longest", percentiles.max() / NANOS_PER_MILLI);
        measured.put("rebalance", figures);
    }

    /** From the close of their client to the moment at which another client knows that all ten are gone. */
    private void departure(SupervisorWatch supervisors) {
        Patience.await("all supervisors", () -> supervisors.number() == ShamCluster.SUPERVISORS);
        long start = System.nanoTime();
        cluster.leave();
        Patience.await(
                "the departure of supervisors",
                () -> supervisors.number() == ShamCluster.SUPERVISORS - ShamCluster.LEAVING);
        measured.put("departure", Map.of("gone", (supervisors.changedNanos() - start) / NANOS_PER_MILLI));
    }

    private void tell(RoundFigures into) {
        measured.forEach((workload, figures) ->
                into.add(workload, store, figures.containsKey("rate") ? "puts/s" : MILLIS, figures));
    }

    private static AssignmentWatch.Seen lastSeen(AssignmentWatch watch) {
        AssignmentWatch.Seen seen = watch.last();
        if (seen == null) {
            throw new IllegalStateException("no assignment was seen");
        }
        return seen;
    }

    private static Assignment assignment(AssignmentWatch watch) {
        return new AssignmentFormat().decode(lastSeen(watch).state().value()).assignment();
    }
}
