package dev.gale.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.engine.cluster.ClusterView;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.SupervisorView;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EvenSchedulerTest {
    private final EvenScheduler scheduler = new EvenScheduler(Map.of());

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    @Test
    void spreadsOverSupervisorsFirstAndPortsThen() {
        Map<ExecutorId, WorkerSlot> placed = place(cluster(3, 2), wants("t", 4, 8));

        assertThat(new TreeSet<>(placed.values()))
                .containsExactly(
                        new WorkerSlot("s1", 1),
                        new WorkerSlot("s1", 2),
                        new WorkerSlot("s2", 1),
                        new WorkerSlot("s3", 1));
        assertThat(counts(placed)).containsOnly(2);
    }

    @Test
    void theNextTopologyGoesToTheIdlestSupervisor() {
        TopologyView first = wants("a", 1, 2);
        TopologyView second = wants("b", 1, 2);

        Map<String, Placement> plan = scheduler.plan(cluster(2, 4), List.of(first, second), Map.of());

        assertThat(plan.get("a").executors().values()).containsOnly(new WorkerSlot("s1", 1));
        assertThat(plan.get("b").executors().values()).containsOnly(new WorkerSlot("s2", 1));
    }

    @Test
    void saysWhatIsMissingWhenThereAreTooFewSlots() {
        Placement placement = plan(cluster(1, 2), wants("t", 3, 6));

        assertThat(placement.executors()).hasSize(6);
        assertThat(counts(placement.executors())).containsOnly(3);
        assertThat(placement.shortage())
                .hasValueSatisfying(
                        text -> assertThat(text).contains("2 of the 3 workers").contains("supervisor.slots.ports"));
    }

    @Test
    void withoutAnySupervisorNothingHasAPlace() {
        Placement placement = plan(cluster(0, 0), wants("t", 3, 6));

        assertThat(placement.executors()).isEmpty();
        assertThat(placement.shortage()).isPresent();
    }

    @Test
    void neverUsesMoreWorkersThanThereAreExecutors() {
        Placement placement = plan(cluster(5, 4), wants("t", 9, 3));

        assertThat(new HashSet<>(placement.executors().values())).hasSize(3);
        assertThat(placement.shortage()).isEmpty();
    }

    @Test
    void whatHasNowhereToGoStaysWhereItWas() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(2, 1), wants("t", 2, 4));

        Placement gone = plan(cluster(0, 0), again(wants("t", 2, 4), before, Set.of()));
        Placement lost = plan(cluster(2, 1), again(wants("t", 2, 4), before, Set.copyOf(before.values())));

        assertThat(gone.executors()).isEqualTo(before);
        assertThat(gone.shortage()).isPresent();
        assertThat(lost.executors()).isEqualTo(before);
    }

    @Test
    void workersStayWhileTheirSupervisorIsAwayUntilTheyAreLost() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(2, 2), wants("t", 2, 4));
        WorkerSlot orphan = new WorkerSlot("s2", 1);

        Placement away = plan(cluster(1, 2), again(wants("t", 2, 4), before, Set.of()));
        Map<ExecutorId, WorkerSlot> lost = place(cluster(1, 2), again(wants("t", 2, 4), before, Set.of(orphan)));

        assertThat(away.executors()).isEqualTo(before).containsValue(orphan);
        assertThat(away.shortage()).hasValueSatisfying(text -> assertThat(text).contains("1 of its 2 workers"));
        assertThat(lost.values()).doesNotContain(orphan);
        assertThat(moved(before, lost)).hasSize(2);
    }

    @Test
    void workersWithoutASupervisorGetNoMoreExecutors() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(3, 1), wants("t", 3, 6));
        WorkerSlot orphan = new WorkerSlot("s2", 1);
        WorkerSlot lost = new WorkerSlot("s3", 1);

        Map<ExecutorId, WorkerSlot> after = place(cluster(1, 1), again(wants("t", 3, 6), before, Set.of(lost)));

        after.forEach((executor, slot) -> assertThat(slot.equals(orphan))
                .as("%s on %s", executor, slot)
                .isEqualTo(before.get(executor).equals(orphan)));
        assertThat(after.values()).doesNotContain(lost);
    }

    @Test
    void aRebalanceLeavesWorkersWithoutASupervisor() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(2, 2), wants("t", 2, 4));
        TopologyView topology = wants("t", 2, 4);

        Map<ExecutorId, WorkerSlot> after = place(
                cluster(1, 2), new TopologyView("t", "t", topology.layout(), 2, new TreeMap<>(before), Set.of(), true));

        assertThat(after.values()).allMatch(slot -> slot.supervisor().value().equals("s1"));
    }

    @Test
    void anIsolatedTopologyStaysWhileItsSupervisorIsAway() {
        EvenScheduler alone = new EvenScheduler(Map.of("t", 1));
        Map<ExecutorId, WorkerSlot> before = alone.plan(cluster(1, 2), List.of(wants("t", 1, 2)), Map.of())
                .get("t")
                .executors();
        ClusterView other =
                ClusterView.of(List.copyOf(cluster(2, 2).supervisors().values()).subList(1, 2));

        Map<ExecutorId, WorkerSlot> after = alone.plan(
                        other, List.of(again(wants("t", 1, 2), before, Set.of())), Map.of())
                .get("t")
                .executors();

        assertThat(after).isEqualTo(before);
    }

    @Test
    void aLostSlotIsLeftForAnotherOfTheSameSupervisor() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(1, 3), wants("t", 1, 2));

        Map<ExecutorId, WorkerSlot> after =
                place(cluster(1, 3), again(wants("t", 1, 2), before, Set.of(new WorkerSlot("s1", 1))));

        assertThat(after.values()).containsOnly(new WorkerSlot("s1", 2));
    }

    @Test
    void aTopologyThatHasTooFewWorkersGetsMoreWhenThereIsRoom() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(1, 2), wants("t", 4, 8));

        Map<ExecutorId, WorkerSlot> after = place(cluster(2, 2), again(wants("t", 4, 8), before, Set.of()));

        assertThat(counts(after)).containsExactly(2, 2, 2, 2);
        assertThat(moved(before, after)).hasSize(4);
    }

    @Test
    void fewerWorkersKeepTheFullestOnes() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(4, 1), wants("t", 4, 10));

        Map<ExecutorId, WorkerSlot> after = place(cluster(4, 1), again(wants("t", 2, 10), before, Set.of()));

        assertThat(counts(after)).containsExactly(5, 5);
        assertThat(moved(before, after)).hasSize(4);
    }

    @Test
    void aRebalanceSpreadsOverSupervisorsThatCameLater() {
        Map<ExecutorId, WorkerSlot> before = place(cluster(1, 4), wants("t", 4, 8));
        TopologyView topology = wants("t", 4, 8);

        Map<ExecutorId, WorkerSlot> after = place(
                cluster(2, 4), new TopologyView("t", "t", topology.layout(), 4, new TreeMap<>(before), Set.of(), true));

        Map<SupervisorId, Integer> workers = new TreeMap<>();
        new TreeSet<>(after.values()).forEach(slot -> workers.merge(slot.supervisor(), 1, Integer::sum));
        assertThat(workers.values()).containsExactly(2, 2);
        assertThat(counts(after)).containsExactly(2, 2, 2, 2);
        assertThat(moved(before, after)).hasSize(4);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void losingSlotsMovesExactlyTheirExecutors(long seed) {
        Random random = new Random(seed);
        ClusterView cluster = cluster(1 + random.nextInt(6), 1 + random.nextInt(4));
        List<TopologyView> topologies = someTopologies(random);
        Map<String, Placement> before = scheduler.plan(cluster, topologies, Map.of());

        List<WorkerSlot> used = new ArrayList<>(new TreeSet<>(allSlots(before)));
        Collections.shuffle(used, random);
        Set<WorkerSlot> lost = Set.copyOf(used.subList(0, random.nextInt(used.size() + 1)));
        Map<String, Placement> after = scheduler.plan(
                cluster,
                topologies.stream()
                        .map(topology ->
                                again(topology, before.get(topology.id()).executors(), lost))
                        .toList(),
                holders(before));

        for (TopologyView topology : topologies) {
            Map<ExecutorId, WorkerSlot> old = before.get(topology.id()).executors();
            moved(old, after.get(topology.id()).executors())
                    .forEach(executor -> assertThat(lost).contains(old.get(executor)));
        }
        check(cluster, topologies, after);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aPlanThatWasCarriedOutChangesNothingMore(long seed) {
        Random random = new Random(seed);
        Map<String, Integer> isolated = random.nextBoolean() ? Map.of() : Map.of("t1", 1 + random.nextInt(3));
        EvenScheduler some = new EvenScheduler(isolated);
        List<TopologyView> topologies = someTopologies(random);
        Map<String, Placement> plan = Map.of();
        for (int round = 0; round < 6; round++) {
            ClusterView cluster = cluster(random.nextInt(7), 1 + random.nextInt(4));
            plan = settled(some, cluster, topologies, plan);
            check(cluster, topologies, plan);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anIsolatedTopologySharesNoSupervisor(long seed) {
        Random random = new Random(seed);
        EvenScheduler isolating = new EvenScheduler(Map.of("t0", 1 + random.nextInt(3), "t2", 1));
        ClusterView cluster = cluster(2 + random.nextInt(6), 1 + random.nextInt(4));
        List<TopologyView> topologies = someTopologies(random);
        Map<String, Placement> plan = scheduler.plan(cluster, topologies, Map.of());
        plan = settled(isolating, cluster, topologies, plan);

        for (String id : List.of("t0", "t2")) {
            Placement own = plan.get(id);
            if (own == null) {
                continue;
            }
            Set<SupervisorId> supervisors = supervisors(own);
            plan.forEach((other, placement) -> {
                if (!other.equals(id)) {
                    assertThat(Collections.disjoint(supervisors(placement), supervisors))
                            .as("%s and %s", id, other)
                            .isTrue();
                }
            });
        }
        check(cluster, topologies, plan);
    }

    @Test
    void theLargestTopologyIsPlacedToo() {
        Map<ExecutorId, WorkerSlot> placed = place(cluster(250, 4), wants("t", 1_000, 32_000));

        assertThat(counts(placed)).hasSize(1_000).containsOnly(32);
    }

    /** To count the executors of each worker anew for each executor would take 1.2 billion steps. */
    @Test
    @Timeout(30)
    void aTopologyOfSixtyThousandExecutorsOnThreeWorkersIsPlacedAtOnce() {
        Map<ExecutorId, WorkerSlot> placed = place(cluster(3, 1), wants("t", 3, 60_000));

        assertThat(counts(placed)).containsOnly(20_000);
    }

    @Test
    void isolationNeedsASupervisor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EvenScheduler(Map.of("t", 0)))
                .withMessageContaining("'t'");
    }

    /** Plans and carries out until nothing changes any more, which must not take long: slots that are left can be taken then. */
    private static Map<String, Placement> settled(
            EvenScheduler scheduler, ClusterView cluster, List<TopologyView> topologies, Map<String, Placement> from) {
        Map<String, Placement> plan = from;
        for (int round = 0; round < 4; round++) {
            Map<String, Placement> next = scheduler.plan(cluster, withPlaces(topologies, plan), holders(plan));
            check(cluster, topologies, next);
            if (next.equals(plan)) {
                return plan;
            }
            plan = next;
        }
        throw new AssertionError("It still changes after 4 rounds: " + plan);
    }

    private static Map<WorkerSlot, String> holders(Map<String, Placement> plan) {
        Map<WorkerSlot, String> holders = new HashMap<>();
        plan.forEach((id, placement) -> placement.executors().values().forEach(slot -> holders.put(slot, id)));
        return holders;
    }

    /** What holds of every plan. */
    private static void check(ClusterView cluster, List<TopologyView> topologies, Map<String, Placement> plan) {
        Map<WorkerSlot, String> owners = new HashMap<>();
        for (TopologyView topology : topologies) {
            Placement placement = plan.get(topology.id());
            if (!placement.executors().isEmpty()) {
                assertThat(placement.executors().keySet())
                        .containsExactlyElementsOf(topology.layout().executors());
            }
            Set<WorkerSlot> slots = new TreeSet<>(placement.executors().values());
            slots.forEach(slot -> assertThat(owners.put(slot, topology.id()))
                    .as("%s has one owner", slot)
                    .isNull());
            assertThat(slots.size()).isLessThanOrEqualTo(topology.workers());
            if (placement.shortage().isEmpty()) {
                assertThat(slots).hasSize(topology.usefulWorkers()).allMatch(cluster::has);
            }
        }
    }

    private static List<TopologyView> someTopologies(Random random) {
        return IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(number -> wants("t" + number, 1 + random.nextInt(6), 1 + random.nextInt(20)))
                .toList();
    }

    private static List<TopologyView> withPlaces(List<TopologyView> topologies, Map<String, Placement> plan) {
        return topologies.stream()
                .map(topology -> plan.containsKey(topology.id())
                        ? again(topology, plan.get(topology.id()).executors(), Set.of())
                        : topology)
                .toList();
    }

    private Placement plan(ClusterView cluster, TopologyView topology) {
        Map<WorkerSlot, String> holders = new HashMap<>();
        topology.placed().values().forEach(slot -> holders.put(slot, topology.id()));
        return scheduler.plan(cluster, List.of(topology), holders).get(topology.id());
    }

    private Map<ExecutorId, WorkerSlot> place(ClusterView cluster, TopologyView topology) {
        return plan(cluster, topology).executors();
    }

    private static ClusterView cluster(int supervisors, int ports) {
        return ClusterView.of(IntStream.rangeClosed(1, supervisors)
                .mapToObj(number -> new SupervisorView(
                        new SupervisorId("s" + number),
                        "localhost",
                        IntStream.rangeClosed(1, ports).boxed().toList()))
                .toList());
    }

    private static TopologyView wants(String id, int workers, int executors) {
        int spouts = Math.max(1, executors / 3);
        List<ComponentTasks> components = new ArrayList<>();
        components.add(new ComponentTasks("a", new TaskId(1), spouts, spouts));
        if (executors > spouts) {
            components.add(new ComponentTasks("b", new TaskId(spouts + 1), executors - spouts, executors - spouts));
        }
        return new TopologyView(id, id, TaskLayout.of(components), workers, new TreeMap<>(), Set.of(), false);
    }

    private static TopologyView again(TopologyView topology, Map<ExecutorId, WorkerSlot> placed, Set<WorkerSlot> lost) {
        return new TopologyView(
                topology.id(),
                topology.name(),
                topology.layout(),
                topology.workers(),
                new TreeMap<>(placed),
                lost,
                false);
    }

    private static List<ExecutorId> moved(Map<ExecutorId, WorkerSlot> before, Map<ExecutorId, WorkerSlot> after) {
        return before.keySet().stream()
                .filter(executor -> !before.get(executor).equals(after.get(executor)))
                .toList();
    }

    private static Collection<Integer> counts(Map<ExecutorId, WorkerSlot> placed) {
        Map<WorkerSlot, Integer> counts = new TreeMap<>();
        placed.values().forEach(slot -> counts.merge(slot, 1, Integer::sum));
        return counts.values();
    }

    private static List<WorkerSlot> allSlots(Map<String, Placement> plan) {
        return plan.values().stream()
                .flatMap(placement -> placement.executors().values().stream())
                .toList();
    }

    private static Set<SupervisorId> supervisors(Placement placement) {
        Set<SupervisorId> ids = new TreeSet<>();
        placement.executors().values().forEach(slot -> ids.add(slot.supervisor()));
        return ids;
    }
}
