package dev.gale.runtime.sim;

import static dev.gale.runtime.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.Outcome;
import dev.gale.engine.nimbus.RebalanceRequest;
import dev.gale.engine.nimbus.TopologyLifecycle;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that others have met, one at a time. Several seeds each, since chance decides how long messages and starts take. */
class SimCasesTest {
    private static final long SESSION = 5 * SECOND;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 5);
    }

    /** O-58 */
    @ParameterizedTest
    @MethodSource("seeds")
    void aWorkerWhoseTasksMovedEndsThoughItsSupervisorIsGone(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        SimHost lost = cluster.hosts.get(0);
        assertThat(lost.liveWorkers()).isNotEmpty();
        lost.crashSupervisor();
        cluster.run(2 * SESSION);
        change(cluster, topology, record -> TopologyLifecycle.rebalance(record, rebalance(2)));
        cluster.run(30 * SECOND);

        assertThat(lost.liveWorkers()).isEmpty();
        assertThat(assignment(cluster, topology).slots())
                .hasSize(2)
                .noneMatch(slot -> slot.supervisor().equals(lost.id()));
        assertThat(workers(cluster).keySet())
                .isEqualTo(assignment(cluster, topology).slots());
    }

    /** O-64 */
    @ParameterizedTest
    @MethodSource("seeds")
    void aStandbyThatWaitedForLongMovesNothingWhenItTakesOver(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        cluster.run(600 * SECOND);
        Map<WorkerSlot, String> before = workers(cluster);
        Assignment assigned = assignment(cluster, topology);
        SimNimbus old = leader(cluster);
        old.crash();
        cluster.run(SESSION + 15 * SECOND);

        assertThat(leader(cluster)).isNotSameAs(old);
        cluster.run(60 * SECOND);
        assertThat(workers(cluster)).isEqualTo(before);
        assertThat(assignment(cluster, topology)).isEqualTo(assigned);
    }

    /** O-64: a worker that ends during the switch. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aWorkerThatEndsWhileNobodyLeadsIsReplaced(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        leader(cluster).crash();
        SimWorker victim = anyWorker(cluster);
        victim.end("crashed");
        cluster.run(60 * SECOND);

        assertThat(workers(cluster).keySet())
                .isEqualTo(assignment(cluster, topology).slots());
        assertThat(workers(cluster)).doesNotContainEntry(victim.slot, victim.process.incarnation());
    }

    /** O-66: the leader is back before the wait is over, long after it, and another takes over. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aKillIsCarriedOutWhoeverLeadsWhenItsWaitEnds(long seed) {
        for (long awaySeconds : List.of(0L, 20L, 120L)) {
            SimCluster cluster = cluster(seed);
            TopologyRecord topology = runs(cluster, "t", 3);
            if (awaySeconds > 0) {
                List.copyOf(cluster.nimbuses).stream()
                        .filter(nimbus -> !nimbus.driver.isInCharge())
                        .forEach(SimNimbus::crash);
            }
            cluster.hosts.forEach(host -> host.liveWorkers().forEach(worker -> worker.hoards = true));
            cluster.maybeKilled.add(topology.id());
            change(cluster, topology, record -> TopologyLifecycle.kill(record, 30_000));
            cluster.killed.add(topology.id());
            cluster.running.remove(topology.id());
            long asked = cluster.sim.nowNanos();
            cluster.run(5 * SECOND);
            leader(cluster).crash();
            assertThat(cluster.topologies().get(topology.id()).status()).isEqualTo(TopologyStatus.KILLED);
            if (awaySeconds > 0) {
                cluster.run(awaySeconds * SECOND - 5 * SECOND);
                assertThat(cluster.topologies().get(topology.id()).status()).isEqualTo(TopologyStatus.KILLED);
                cluster.startNimbus();
            }
            long ready = cluster.sim.nowNanos();
            while (cluster.topologies().containsKey(topology.id())) {
                assertThat(cluster.sim.nowNanos() - ready).isLessThan(SESSION + 45 * SECOND);
                cluster.run(SECOND / 10);
            }

            assertThat(cluster.sim.nowNanos() - asked).isGreaterThanOrEqualTo(30 * SECOND);
            cluster.run(30 * SECOND);
            assertThat(workers(cluster)).isEmpty();
            assertThat(cluster.traces(topology.id())).isEmpty();
            runs(cluster, "t", 3);
        }
    }

    /** O-67 */
    @ParameterizedTest
    @MethodSource("seeds")
    void whatRunsIsTheLastOfTwoQuickChanges(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        for (int i = 0; i < 20; i++) {
            int last = 1 + i % 5;
            if (i % 2 == 0) {
                ask(cluster, topology, record -> TopologyLifecycle.rebalance(record, rebalance(4)));
                cluster.run(SECOND / 20);
                ask(cluster, topology, record -> TopologyLifecycle.rebalance(record, rebalance(last)));
            } else {
                ask(cluster, topology, TopologyLifecycle::deactivate);
                cluster.run(SECOND / 20);
                ask(cluster, topology, record -> TopologyLifecycle.rebalance(record, rebalance(last)));
                cluster.run(SECOND / 20);
                ask(cluster, topology, TopologyLifecycle::activate);
            }
            cluster.run(30 * SECOND);

            assertThat(cluster.topologies().get(topology.id()).status()).isEqualTo(TopologyStatus.ACTIVE);
            assertThat(assignment(cluster, topology).slots()).hasSize(last);
            assertThat(workers(cluster).keySet())
                    .isEqualTo(assignment(cluster, topology).slots());
        }
    }

    /** O-69: all of them ask both nimbuses, while the leader changes. */
    @ParameterizedTest
    @MethodSource("seeds")
    void ofManySubmitsOfOneNameOneTopologyComes(long seed) {
        SimCluster cluster = cluster(seed);
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            TopologyRecord wanted = cluster.record("x-" + i, "x", 2, layout(4, "bolt"));
            cluster.maybeKilled.add(wanted.id());
            cluster.nimbuses.forEach(
                    nimbus -> answers.add(nimbus.driver.submit(wanted).toCompletableFuture()));
            if (i == 10) {
                cluster.run(cluster.sim.between(0, SECOND / 100));
                leader(cluster).crash();
                cluster.run(SESSION + 15 * SECOND);
            }
        }
        cluster.run(60 * SECOND);

        List<String> granted = answers.stream()
                .filter(answer -> answer.isDone() && !answer.isCompletedExceptionally())
                .map(CompletableFuture::join)
                .filter(Outcome.Granted.class::isInstance)
                .map(outcome -> ((Outcome.Granted) outcome).record().id())
                .toList();
        assertThat(cluster.topologies()).hasSize(1);
        assertThat(granted).hasSizeLessThanOrEqualTo(1).allMatch(cluster.topologies()::containsKey);
        for (int i = 1; i <= 20; i++) {
            String id = "x-" + i;
            assertThat(cluster.traces(id).isEmpty())
                    .as(id)
                    .isNotEqualTo(cluster.topologies().containsKey(id));
        }
    }

    /** O-71 and O-72: killed while its key is there, and started anew within a second. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aLeaderThatIsStartedAnewAtOnceOrAnotherLeads(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        Map<WorkerSlot, String> before = workers(cluster);
        for (int i = 0; i < 5; i++) {
            leader(cluster).crash();
            cluster.run(cluster.sim.between(0, SECOND));
            cluster.startNimbus();
            cluster.run(SESSION + 15 * SECOND);
            assertThat(leader(cluster).node.isAlive()).isTrue();
        }

        assertThat(workers(cluster)).isEqualTo(before);
        assertThat(cluster.topologies()).containsOnlyKeys(topology.id());
    }

    /** O-74: the audit of the store sees that nothing is removed that was not killed. */
    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsRemovedWhenTheStoreIsAwayAndTheLeaderEndsMeanwhile(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        Map<WorkerSlot, String> before = workers(cluster);
        Assignment assigned = assignment(cluster, topology);
        SimNimbus leader = leader(cluster);
        cluster.server.setUp(false);
        cluster.run(10 * SECOND);
        leader.crash();
        cluster.run(10 * SECOND);
        cluster.server.setUp(true);
        cluster.run(60 * SECOND);

        assertThat(leader(cluster).node.isAlive()).isTrue();
        assertThat(assignment(cluster, topology)).isEqualTo(assigned);
        assertThat(workers(cluster)).isEqualTo(before);
    }

    /** O-75: the line to the store is cut for half of a session's time, again and again. */
    @ParameterizedTest
    @MethodSource("seeds")
    void whoIsCutOffForLessThanItsSessionKeepsEverything(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        Map<WorkerSlot, String> before = workers(cluster);
        Assignment assigned = assignment(cluster, topology);
        SimNimbus leader = leader(cluster);
        for (int i = 0; i < 10; i++) {
            leader.store.cut();
            cluster.hosts.get(0).store().cut();
            cluster.run(SESSION / 2);
            leader.store.heal();
            cluster.hosts.get(0).store().heal();
            cluster.run(2 * SESSION);
        }

        assertThat(leader(cluster)).isSameAs(leader);
        assertThat(workers(cluster)).isEqualTo(before);
        assertThat(assignment(cluster, topology)).isEqualTo(assigned);
    }

    /** O-75: for twice its session's time. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aLeaderThatIsCutOffForLongerThanItsSessionLeadsNoMore(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        Map<WorkerSlot, String> before = workers(cluster);
        SimNimbus old = leader(cluster);
        old.store.cut();
        cluster.run(2 * SESSION + 15 * SECOND);
        CompletionStage<Outcome> asked = old.driver.change("t", TopologyLifecycle::deactivate);
        SimNimbus next = leader(cluster);
        assertThat(next).isNotSameAs(old);
        old.store.heal();
        cluster.run(30 * SECOND);

        assertThat(asked.toCompletableFuture()).isCompletedExceptionally();
        assertThat(leader(cluster)).isSameAs(next);
        assertThat(cluster.topologies().get(topology.id()).status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(workers(cluster)).isEqualTo(before);
    }

    /** O-76: back before the store has noticed that the last one is gone; and the store is away at the start. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aSupervisorThatIsBackAtOnceStaysListed(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        Map<WorkerSlot, String> before = workers(cluster);
        SimHost host = cluster.hosts.get(0);
        host.crashSupervisor();
        cluster.run(cluster.sim.between(0, 2 * SECOND));
        host.startSupervisor();
        cluster.run(SESSION + 15 * SECOND);
        assertThat(supervisors(cluster)).contains(host.id().toString());
        cluster.run(3 * SESSION);

        assertThat(supervisors(cluster)).hasSize(3).contains(host.id().toString());
        host.crashSupervisor();
        cluster.server.setUp(false);
        host.startSupervisor();
        cluster.run(10 * SECOND);
        cluster.server.setUp(true);
        cluster.run(SESSION + 15 * SECOND);
        assertThat(supervisors(cluster)).hasSize(3).contains(host.id().toString());
        assertThat(workers(cluster)).isEqualTo(before);
        assertThat(assignment(cluster, topology).slots()).isEqualTo(before.keySet());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSupervisorThatHangsGetsNothingNewUntilItMovesAgainAndItsWorkersStay(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        Map<WorkerSlot, String> before = workers(cluster);
        Assignment assigned = assignment(cluster, topology);
        SimHost hanging = cluster.hosts.get(0);
        assertThat(hanging.liveWorkers()).isNotEmpty();
        hanging.hang();
        cluster.run(30 * SECOND);
        TopologyRecord later = runs(cluster, "later", 3);

        assertThat(supervisors(cluster)).contains(hanging.id().toString());
        assertThat(assignment(cluster, later).slots())
                .noneMatch(slot -> slot.supervisor().equals(hanging.id()));
        assertThat(assignment(cluster, topology)).isEqualTo(assigned);
        assertThat(workers(cluster)).containsAllEntriesOf(before);

        hanging.goOn();
        cluster.run(5 * SECOND);
        TopologyRecord last = runs(cluster, "last", 3);
        assertThat(assignment(cluster, last).slots())
                .anyMatch(slot -> slot.supervisor().equals(hanging.id()));
        assertThat(workers(cluster)).containsAllEntriesOf(before);
    }

    /** Nobody would start it anew in place. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aWorkerThatEndsWhileItsSupervisorHangsMovesAndRunsOnceAfterwards(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord topology = runs(cluster, "t", 3);
        SimHost hanging = cluster.hosts.get(0);
        hanging.hang();
        hanging.liveWorkers().forEach(worker -> worker.end("crashed"));
        cluster.run(60 * SECOND);
        assertThat(assignment(cluster, topology).slots())
                .hasSize(3)
                .noneMatch(slot -> slot.supervisor().equals(hanging.id()));

        hanging.goOn();
        cluster.run(30 * SECOND);
        assertThat(workers(cluster).keySet())
                .isEqualTo(assignment(cluster, topology).slots());
    }

    /** O-82: the names are long, and the record has each once. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aTopologyOfThousandsOfTasksRuns(long seed) {
        SimCluster cluster = cluster(seed);
        TopologyRecord large = cluster.record("large-1", "large", 3, layout(2_000, "b".repeat(200)));
        CompletableFuture<Outcome> asked = leader(cluster).driver.submit(large).toCompletableFuture();
        cluster.run(60 * SECOND);

        assertThat(asked).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
        assertThat(assignment(cluster, large).executors()).hasSize(2_002);
        assertThat(workers(cluster)).hasSize(3);
    }

    /** O-82: too many components for one record. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aTopologyThatTheStoreCannotHoldIsRefusedAndTheNextOneRuns(long seed) {
        SimCluster cluster = cluster(seed);
        List<ComponentTasks> components = new ArrayList<>();
        for (int i = 1; i <= 4_000; i++) {
            byte[] name = new byte[100];
            cluster.sim.random().nextBytes(name);
            components.add(new ComponentTasks("b" + HexFormat.of().formatHex(name), new TaskId(i), 1, 1));
        }
        TopologyRecord huge = cluster.record("huge-1", "huge", 3, TaskLayout.of(components));
        CompletableFuture<Outcome> asked = leader(cluster).driver.submit(huge).toCompletableFuture();
        cluster.run(10 * SECOND);

        assertThat(asked.isDone()).isTrue();
        assertThat(asked.join())
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).contains("524288"));
        assertThat(cluster.traces("huge-1")).isEmpty();
        runs(cluster, "huge", 2);
    }

    private static SimCluster cluster(long seed) {
        SimCluster cluster = new SimCluster(seed, 3);
        cluster.run(15 * SECOND);
        return cluster;
    }

    /** A topology whose workers all run. */
    private static TopologyRecord runs(SimCluster cluster, String name, int workers) {
        TopologyRecord wanted =
                cluster.record(name + "-at-" + cluster.sim.nowNanos(), name, workers, layout(10, "bolt"));
        CompletableFuture<Outcome> asked = leader(cluster).driver.submit(wanted).toCompletableFuture();
        cluster.run(60 * SECOND);
        assertThat(asked).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
        cluster.running.put(wanted.id(), wanted);
        assertThat(assignment(cluster, wanted).slots()).hasSize(workers);
        assertThat(workers(cluster).keySet())
                .containsAll(assignment(cluster, wanted).slots());
        return wanted;
    }

    private static TaskLayout layout(int bolts, String bolt) {
        return TaskLayout.of(List.of(
                new ComponentTasks(bolt, new TaskId(1), bolts, bolts),
                new ComponentTasks("spout", new TaskId(1 + bolts), 2, 2)));
    }

    private static RebalanceRequest rebalance(int workers) {
        return new RebalanceRequest(0, OptionalInt.of(workers), Map.of());
    }

    private static void change(SimCluster cluster, TopologyRecord topology, Function<TopologyRecord, Outcome> change) {
        CompletableFuture<Outcome> asked = ask(cluster, topology, change);
        cluster.run(SECOND);
        assertThat(asked).isCompletedWithValueMatching(Outcome.Granted.class::isInstance);
    }

    private static CompletableFuture<Outcome> ask(
            SimCluster cluster, TopologyRecord topology, Function<TopologyRecord, Outcome> change) {
        return leader(cluster).driver.change(topology.name(), change).toCompletableFuture();
    }

    private static SimNimbus leader(SimCluster cluster) {
        List<SimNimbus> leaders = cluster.nimbuses.stream()
                .filter(nimbus -> nimbus.node.isAlive() && nimbus.driver.isInCharge())
                .toList();
        assertThat(leaders).as("nimbuses in charge").hasSize(1);
        return leaders.get(0);
    }

    private static Assignment assignment(SimCluster cluster, TopologyRecord topology) {
        return cluster.assignments(cluster.server).getOrDefault(topology.id(), Assignment.none());
    }

    /** Who runs on each slot. */
    private static Map<WorkerSlot, String> workers(SimCluster cluster) {
        Map<WorkerSlot, String> all = new TreeMap<>();
        for (SimHost host : cluster.hosts) {
            for (SimWorker worker : host.liveWorkers()) {
                assertThat(all.put(worker.slot, worker.process.incarnation()))
                        .as("two on %s", worker.slot)
                        .isNull();
            }
        }
        return all;
    }

    private static SimWorker anyWorker(SimCluster cluster) {
        return cluster.hosts.stream()
                .flatMap(host -> host.liveWorkers().stream())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> supervisors(SimCluster cluster) {
        return cluster.server.entries().keySet().stream()
                .map(Object::toString)
                .filter(key -> key.startsWith("/gale/supervisors/"))
                .map(key -> key.substring(key.lastIndexOf('/') + 1))
                .toList();
    }
}
