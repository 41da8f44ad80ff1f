package dev.gale.runtime.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.NimbusTimings;
import dev.gale.engine.nimbus.Outcome;
import dev.gale.engine.nimbus.RebalanceRequest;
import dev.gale.engine.nimbus.TopologyLifecycle;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.schedule.EvenScheduler;
import dev.gale.engine.supervisor.SupervisorTimings;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A whole cluster in one thread: the real machines and drivers of nimbus, supervisors and workers over a simulated store and simulated
 * hosts, with faults. What must hold is checked at every commit, and once the faults have stopped.
 */
final class SimCluster {
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final int PORTS = 3;

    final Sim sim;
    final SimStoreServer server;
    final List<SimHost> hosts = new ArrayList<>();
    final List<SimNimbus> nimbuses = new ArrayList<>();
    final List<String> story = new ArrayList<>();

    /** Accepted and not killed, by id. */
    final Map<String, TopologyRecord> running = new TreeMap<>();

    /** A kill of these was asked for, and may have been accepted. */
    final Set<String> maybeKilled = new TreeSet<>();

    /** A kill of these was accepted. */
    final Set<String> killed = new TreeSet<>();

    private final Keys keys = new Keys(Key.of("/gale"));
    private final AssignmentFormat assignmentFormat = new AssignmentFormat();
    private final TopologyFormat topologyFormat = new TopologyFormat();
    private final NimbusTimings nimbusTimings =
            new NimbusTimings(6 * SECOND, 10 * SECOND, 8 * SECOND, 5 * SECOND, SECOND);
    private final SupervisorTimings supervisorTimings =
            new SupervisorTimings(8 * SECOND, 3 * SECOND, 4 * SECOND, SECOND / 2, 8 * SECOND, 20 * SECOND, SECOND);
    private final Map<Long, String> writerByEpoch = new HashMap<>();
    private final Set<String> removed = new TreeSet<>();
    private final Supplier<String> requestIds;
    private int submits;
    private int nimbusCount;
    private long requests;

    SimCluster(long seed) {
        this(seed, 0);
    }

    /** @param wantedSupervisors 0 for any number */
    SimCluster(long seed, int wantedSupervisors) {
        sim = new Sim(seed);
        requestIds = () -> "request-" + ++requests;
        server = new SimStoreServer(sim, 5 * SECOND, this::audit);
        int supervisors = wantedSupervisors == 0 ? (int) sim.between(2, 4) : wantedSupervisors;
        List<Integer> ports = IntStream.range(6700, 6700 + PORTS).boxed().toList();
        for (int i = 1; i <= supervisors; i++) {
            SimHost host =
                    new SimHost(sim, server, keys, new SupervisorId("s" + i), ports, supervisorTimings, requestIds);
            hosts.add(host);
            host.startSupervisor();
        }
        startNimbus();
        startNimbus();
    }

    void startNimbus() {
        nimbuses.add(new SimNimbus(
                sim, server, keys, "nimbus-" + ++nimbusCount, new EvenScheduler(Map.of()), nimbusTimings, requestIds));
    }

    void run(long nanos) {
        sim.run(nanos);
    }

    void tell(String what) {
        story.add(String.format("%8.3f s  %s", sim.nowNanos() / 1e9, what));
    }

    /** Asks any nimbus that lives; nobody repeats it if that one cannot answer. */
    void submit() {
        String name = "t" + sim.between(1, 6);
        String id = name + "-" + ++submits;
        int spouts = (int) sim.between(1, 3);
        int bolts = (int) sim.between(1, 5);
        TaskLayout layout = TaskLayout.of(List.of(
                new ComponentTasks("bolt", new TaskId(1), 2 * bolts, bolts),
                new ComponentTasks("spout", new TaskId(1 + 2 * bolts), spouts, spouts)));
        TopologyRecord wanted = record(id, name, (int) sim.between(1, 4), layout);
        ask("submit " + id, nimbus -> nimbus.driver.submit(wanted), outcome -> running.put(id, wanted));
    }

    TopologyRecord record(String id, String name, int workers, TaskLayout layout) {
        return new TopologyRecord(
                id,
                name,
                TopologyStatus.ACTIVE,
                workers,
                layout,
                Instant.EPOCH.plusNanos(sim.nowNanos()),
                "digest-" + id,
                "",
                30_000,
                Optional.empty());
    }

    void kill() {
        pick().ifPresent(topology -> {
            long wait = sim.between(0, 20_000);
            maybeKilled.add(topology.id());
            ask(
                    "kill " + topology.id() + " after " + wait + " ms",
                    nimbus -> nimbus.driver.change(
                            topology.name(),
                            record -> record.id().equals(topology.id())
                                    ? TopologyLifecycle.kill(record, wait)
                                    : new Outcome.Refused(Outcome.Refusal.NOT_FOUND, "another one")),
                    outcome -> {
                        running.remove(topology.id());
                        killed.add(topology.id());
                    });
        });
    }

    void rebalance() {
        pick().ifPresent(topology -> {
            RebalanceRequest request = new RebalanceRequest(
                    sim.between(0, 10_000),
                    sim.chance(0.5) ? OptionalInt.of((int) sim.between(1, 5)) : OptionalInt.empty(),
                    sim.chance(0.5) ? Map.of("bolt", (int) sim.between(1, 12)) : Map.of());
            ask(
                    "rebalance " + topology.id() + " " + request,
                    nimbus -> nimbus.driver.change(
                            topology.name(), record -> TopologyLifecycle.rebalance(record, request)),
                    outcome -> {});
        });
    }

    void toggle() {
        pick().ifPresent(topology -> {
            Function<TopologyRecord, Outcome> change =
                    sim.chance(0.5) ? TopologyLifecycle::activate : TopologyLifecycle::deactivate;
            ask("toggle " + topology.id(), nimbus -> nimbus.driver.change(topology.name(), change), outcome -> {});
        });
    }

    private Optional<TopologyRecord> pick() {
        List<TopologyRecord> all = List.copyOf(running.values());
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get((int) sim.between(0, all.size() - 1)));
    }

    private void ask(
            String what,
            Function<SimNimbus, CompletionStage<Outcome>> request,
            java.util.function.Consumer<Outcome> granted) {
        List<SimNimbus> alive =
                nimbuses.stream().filter(nimbus -> nimbus.node.isRunning()).toList();
        if (alive.isEmpty()) {
            return;
        }
        SimNimbus nimbus = alive.get((int) sim.between(0, alive.size() - 1));
        request.apply(nimbus).whenComplete((outcome, failure) -> {
            if (failure != null) {
                tell(what + ": " + failure.getMessage());
            } else {
                tell(what + ": " + outcome.getClass().getSimpleName());
                if (outcome instanceof Outcome.Granted) {
                    granted.accept(outcome);
                }
            }
        });
    }

    /** Everything is whole again: processes that are gone are started, lines are healed. */
    void endAllFaults() {
        tell("all faults end");
        server.setUp(true);
        nimbuses.forEach(nimbus -> {
            nimbus.store.heal();
            nimbus.node.resume();
        });
        if (nimbuses.stream().noneMatch(nimbus -> nimbus.node.isAlive())) {
            startNimbus();
        }
        for (SimHost host : hosts) {
            if (host.store() != null) {
                host.store().heal();
            }
            if (host.node() != null && host.node().isAlive()) {
                host.node().resume();
            }
            host.goOn();
            host.startSupervisor();
            host.liveWorkers().forEach(worker -> {
                worker.store.heal();
                worker.node.resume();
            });
        }
    }

    /** What holds at every commit. */
    private void audit(String by, Commit commit, SimStoreServer store) {
        boolean ofNimbus = by.startsWith("nimbus");
        SimStoreServer.Entry epochEntry = store.entries().get(keys.epoch());
        boolean election = commit.puts().stream().anyMatch(put -> put.key().equals(keys.epoch()));
        if (ofNimbus && !election) {
            assertThat(epochEntry)
                    .as("a nimbus writes before anybody was elected")
                    .isNotNull();
            long epoch = dev.gale.spi.metadata.Election.epochOf(epochEntry.state());
            String writer = writerByEpoch.putIfAbsent(epoch, by);
            assertThat(writer == null || writer.equals(by))
                    .as("one leader acts per epoch, but in %s both %s and %s", epoch, writer, by)
                    .isTrue();
        }
        for (Commit.Put put : commit.puts()) {
            keys.parse(put.key()).ifPresent(parsed -> auditPut(parsed, put, store));
        }
        for (Key key : commit.deletes()) {
            keys.parse(key)
                    .filter(parsed -> parsed.kind() == Keys.Kind.TOPOLOGY)
                    .filter(parsed -> store.entries().containsKey(key))
                    .ifPresent(parsed -> {
                        assertThat(killed.contains(parsed.name()) || maybeKilled.contains(parsed.name()))
                                .as("%s was not killed but is removed", parsed.name())
                                .isTrue();
                        removed.add(parsed.name());
                    });
        }
    }

    private void auditPut(Keys.Parsed parsed, Commit.Put put, SimStoreServer store) {
        switch (parsed.kind()) {
            case TOPOLOGY, ASSIGNMENT, TASK, BEAT, ERROR ->
                assertThat(removed)
                        .as("%s is written although its topology was removed", put.key())
                        .doesNotContain(parsed.name());
            case NIMBUS, SUPERVISOR -> {}
        }
        if (parsed.kind() == Keys.Kind.ASSIGNMENT) {
            Assignment next = assignmentFormat.decode(put.value()).assignment();
            SimStoreServer.Entry before = store.entries().get(put.key());
            if (before != null) {
                assertThat(next.version())
                        .isEqualTo(assignmentFormat
                                        .decode(before.state().value())
                                        .assignment()
                                        .version()
                                + 1);
            }
            assignments(store).forEach((topology, assignment) -> {
                if (!topology.equals(parsed.name())) {
                    assertThat(Collections.disjoint(assignment.slots(), next.slots()))
                            .as(
                                    "one topology a slot: %s of %s, %s of %s",
                                    assignment.slots(), topology, next.slots(), parsed.name())
                            .isTrue();
                }
            });
        }
    }

    Map<String, Assignment> assignments(SimStoreServer store) {
        Map<String, Assignment> all = new TreeMap<>();
        store.entries()
                .forEach((key, entry) -> keys.parse(key)
                        .filter(parsed -> parsed.kind() == Keys.Kind.ASSIGNMENT)
                        .ifPresent(parsed -> all.put(
                                parsed.name(),
                                assignmentFormat.decode(entry.state().value()).assignment())));
        return all;
    }

    Map<String, TopologyRecord> topologies() {
        Map<String, TopologyRecord> all = new TreeMap<>();
        server.entries()
                .forEach((key, entry) -> keys.parse(key)
                        .filter(parsed -> parsed.kind() == Keys.Kind.TOPOLOGY)
                        .ifPresent(parsed -> all.put(
                                parsed.name(),
                                topologyFormat.decode(entry.state().value()))));
        return all;
    }

    /** What holds some time after the last fault. */
    void checkAllIsWell() {
        Map<String, TopologyRecord> topologies = topologies();
        Map<String, Assignment> assignments = assignments(server);
        for (TopologyRecord accepted : running.values()) {
            if (!maybeKilled.contains(accepted.id())) {
                assertThat(topologies)
                        .as("an accepted submit runs until it is killed")
                        .containsKey(accepted.id());
            }
        }
        killed.forEach(id -> assertThat(traces(id)).as("what is left of %s", id).isEmpty());
        topologies.keySet().forEach(id -> assertThat(removed).doesNotContain(id));

        int slots = hosts.size() * PORTS;
        int wanted = 0;
        Map<WorkerSlot, String> expected = new TreeMap<>();
        for (TopologyRecord topology : topologies.values()) {
            wanted += Math.min(topology.workers(), topology.layout().executors().size());
            Assignment assignment = assignments.getOrDefault(topology.id(), Assignment.none());
            if (!assignment.executors().isEmpty()) {
                assertThat(assignment.executors().keySet())
                        .as("executors of %s, %s", topology.id(), topology.status())
                        .containsExactlyElementsOf(topology.layout().executors());
            }
            assignment
                    .generations()
                    .forEach((slot, generation) -> expected.put(slot, topology.id() + " " + generation));
        }
        if (wanted <= slots) {
            topologies
                    .values()
                    .forEach(topology -> assertThat(assignments
                                    .getOrDefault(topology.id(), Assignment.none())
                                    .slots())
                            .as("workers of %s", topology.id())
                            .hasSize(Math.min(
                                    topology.workers(),
                                    topology.layout().executors().size())));
        }
        Map<WorkerSlot, String> actual = new TreeMap<>();
        for (SimHost host : hosts) {
            for (SimWorker worker : host.liveWorkers()) {
                String before =
                        actual.put(worker.slot, worker.assignment.topology() + " " + worker.assignment.generation());
                assertThat(before).as("two workers on %s", worker.slot).isNull();
            }
        }
        assertThat(actual).as("the workers that run").isEqualTo(expected);
        assertThat(nimbuses.stream().filter(nimbus -> nimbus.driver.isInCharge() && nimbus.node.isAlive()))
                .as("nimbuses in charge")
                .hasSize(1);
        topologies
                .values()
                .forEach(topology -> assertThat(topology.status())
                        .as("status of %s", topology.id())
                        .isIn(TopologyStatus.ACTIVE, TopologyStatus.INACTIVE));
    }

    List<Key> traces(String id) {
        return server.entries().keySet().stream()
                .filter(key -> keys.parse(key)
                        .filter(parsed -> parsed.kind() != Keys.Kind.SUPERVISOR
                                && parsed.name().equals(id))
                        .isPresent())
                .toList();
    }
}
