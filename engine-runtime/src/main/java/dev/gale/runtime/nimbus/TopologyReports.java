package dev.gale.runtime.nimbus;

import dev.gale.api.Streams;
import dev.gale.api.TopologyStatus;
import dev.gale.control.ComponentError;
import dev.gale.control.ComponentStatistics;
import dev.gale.control.ExecutorStatistics;
import dev.gale.control.SlotSummary;
import dev.gale.control.SupervisorSummary;
import dev.gale.control.TaskSummary;
import dev.gale.control.TopologyDetails;
import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import dev.gale.control.WorkerAddress;
import dev.gale.control.WorkerSummary;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.PendingChange;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.nimbus.ClusterImage.Arrived;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** What the leader knows, as it is shown to users. Of the control thread. */
final class TopologyReports {
    private static final long NANOS_A_MILLI = 1_000_000;

    private final NimbusMachine machine;
    private final ClusterImage image;
    private final Function<String, Optional<String>> missingCode;
    private final LongSupplier nanoClock;
    private final InstantSource clock;

    /** @param missingCode by topology, what its leader lacks of it, for people */
    TopologyReports(
            NimbusMachine machine,
            ClusterImage image,
            Function<String, Optional<String>> missingCode,
            LongSupplier nanoClock,
            InstantSource clock) {
        this.machine = machine;
        this.image = image;
        this.missingCode = missingCode;
        this.nanoClock = nanoClock;
        this.clock = clock;
    }

    List<TopologySummary> summaries() {
        return machine.topologies().values().stream()
                .sorted(Comparator.comparing(TopologyRecord::name))
                .map(this::summary)
                .toList();
    }

    TopologySummary summary(TopologyRecord topology) {
        Assignment assignment = image.assignment(topology.id()).assignment();
        long stuck = beats(topology, assignment).values().stream()
                .flatMap(arrived -> arrived.beat().tasks().stream())
                .filter(task -> task.stuckMillis() > 0)
                .count();
        return new TopologySummary(
                topology.name(),
                topology.id(),
                state(topology.status()),
                topology.pending()
                        .map(PendingChange::leftMillis)
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()),
                topology.workers(),
                assignment.slots().size(),
                topology.layout().executors().size(),
                topology.layout().taskCount(),
                machine.isPrepared(topology.id()),
                topology.launchTime(),
                millisSince(topology.launchTime()),
                lacks(topology.id()),
                (int) stuck);
    }

    /** What the cluster itself knows to be wrong with a topology, in the form of an error of the engine's own component. */
    List<ComponentError> errors(TopologyRecord topology) {
        return missingCode.apply(topology.id()).stream()
                .map(text ->
                        new ComponentError(Streams.SYSTEM_COMPONENT, 0, Optional.empty(), clock.instant(), text, ""))
                .toList();
    }

    private Optional<String> lacks(String topology) {
        List<String> all = Stream.of(machine.shortageOf(topology), missingCode.apply(topology))
                .flatMap(Optional::stream)
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }

    TopologyDetails details(TopologyRecord topology, TopologyFiles.Described files) {
        AssignmentRecord record = image.assignment(topology.id());
        SortedMap<WorkerSlot, Arrived> beats = beats(topology, record.assignment());
        return new TopologyDetails(
                summary(topology), files.conf(), workers(record, beats), components(topology, files, record, beats));
    }

    List<TaskSummary> tasks(TopologyRecord topology) {
        AssignmentRecord record = image.assignment(topology.id());
        Map<Integer, TaskProgress> progress = new HashMap<>();
        beats(topology, record.assignment())
                .values()
                .forEach(arrived -> arrived.beat().tasks().forEach(task -> progress.put(task.task(), task)));
        long now = nanoClock.getAsLong();
        List<TaskSummary> all = new ArrayList<>();
        for (ExecutorId executor : topology.layout().executors()) {
            Optional<WorkerAddress> worker =
                    record.assignment().slotOf(executor).map(slot -> address(record, slot));
            for (TaskId task : executor.tasks()) {
                TaskProgress of = progress.get(task.number());
                OptionalLong since = image.steps(topology.id()).sinceStepNanos(task.number(), now);
                all.add(new TaskSummary(
                        task.number(),
                        executor.component(),
                        worker,
                        of == null ? 0 : of.steps(),
                        since.isPresent() ? OptionalLong.of(since.getAsLong() / NANOS_A_MILLI) : OptionalLong.empty(),
                        of == null ? 0 : of.stuckMillis()));
            }
        }
        return all;
    }

    List<SupervisorSummary> supervisors() {
        Map<WorkerSlot, String> topologies = new HashMap<>();
        machine.topologies()
                .values()
                .forEach(topology -> image.assignment(topology.id())
                        .assignment()
                        .slots()
                        .forEach(slot -> topologies.put(slot, topology.name())));
        return image.supervisors().values().stream()
                .map(supervisor -> supervisor(supervisor, topologies))
                .toList();
    }

    static WorkerAddress address(AssignmentRecord record, WorkerSlot slot) {
        return new WorkerAddress(
                slot.supervisor().value(),
                record.hosts().getOrDefault(slot.supervisor(), slot.supervisor().value()),
                slot.port());
    }

    private SupervisorSummary supervisor(SupervisorRecord supervisor, Map<WorkerSlot, String> topologies) {
        return new SupervisorSummary(
                supervisor.id().value(),
                supervisor.host(),
                supervisor.ports().stream()
                        .sorted()
                        .map(port -> new SlotSummary(
                                port,
                                supervisor.usedPorts().contains(port),
                                Optional.ofNullable(topologies.get(new WorkerSlot(supervisor.id(), port)))))
                        .toList(),
                supervisor.startTime(),
                millisSince(supervisor.startTime()),
                supervisor.lastUpdate(),
                machine.isSilent(supervisor.id()),
                supervisor.version());
    }

    private List<WorkerSummary> workers(AssignmentRecord record, SortedMap<WorkerSlot, Arrived> beats) {
        long now = nanoClock.getAsLong();
        List<WorkerSummary> workers = new ArrayList<>();
        record.assignment().generations().forEach((slot, generation) -> {
            List<ExecutorId> executors = record.assignment().executorsOn(slot);
            Arrived arrived = beats.get(slot);
            workers.add(new WorkerSummary(
                    address(record, slot),
                    generation,
                    record.startTimes().getOrDefault(slot, Instant.EPOCH),
                    arrived == null
                            ? OptionalLong.empty()
                            : OptionalLong.of(arrived.beat().uptimeMillis()),
                    arrived == null ? OptionalLong.empty() : OptionalLong.of((now - arrived.atNanos()) / NANOS_A_MILLI),
                    arrived != null && arrived.beat().view().prepared(),
                    executors.size(),
                    executors.stream().mapToInt(ExecutorId::taskCount).sum(),
                    arrived == null ? 0 : arrived.beat().view().pending()));
        });
        return workers;
    }

    private List<ComponentStatistics> components(
            TopologyRecord topology,
            TopologyFiles.Described files,
            AssignmentRecord record,
            SortedMap<WorkerSlot, Arrived> beats) {
        TopologyStatistics statistics = TopologyStatistics.of(beats.values().stream()
                .flatMap(arrived -> arrived.beat().statistics().stream())
                .toList());
        List<ComponentStatistics> components = new ArrayList<>();
        topology.layout().components().stream()
                .map(range -> range.component())
                .distinct()
                .sorted(Comparator.comparing(TopologyReports::isOfTheEngine).thenComparing(Comparator.naturalOrder()))
                .forEach(id -> components.add(component(
                        id,
                        topology,
                        files,
                        record,
                        beats,
                        Optional.ofNullable(statistics.components().get(id)))));
        return components;
    }

    private static ComponentStatistics component(
            String id,
            TopologyRecord topology,
            TopologyFiles.Described files,
            AssignmentRecord record,
            SortedMap<WorkerSlot, Arrived> beats,
            Optional<dev.gale.engine.stats.ComponentStatistics> statistics) {
        Map<ExecutorId, dev.gale.engine.stats.ExecutorStatistics> byExecutor = new TreeMap<>();
        statistics.ifPresent(of -> of.executors().forEach(executor -> byExecutor.put(executor.executor(), executor)));
        List<ExecutorStatistics> executors = topology.layout().executorsOf(id).stream()
                .map(executor -> executor(executor, record, beats, Optional.ofNullable(byExecutor.get(executor))))
                .toList();
        return new ComponentStatistics(
                id,
                isOfTheEngine(id)
                        ? Optional.of(ComponentStatistics.Kind.SYSTEM)
                        : Optional.ofNullable(files.kinds().get(id)),
                topology.layout().tasksOf(id).size(),
                statistics.map(of -> of.queueFill()).orElse(0.0),
                statistics.map(of -> StatisticsReport.windows(of.windows())).orElse(Map.of()),
                executors);
    }

    private static ExecutorStatistics executor(
            ExecutorId executor,
            AssignmentRecord record,
            SortedMap<WorkerSlot, Arrived> beats,
            Optional<dev.gale.engine.stats.ExecutorStatistics> statistics) {
        Optional<WorkerSlot> slot = record.assignment().slotOf(executor);
        Arrived arrived = slot.map(beats::get).orElse(null);
        return new ExecutorStatistics(
                executor.firstTask().number(),
                executor.lastTask().number(),
                slot.map(of -> address(record, of)),
                arrived == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(arrived.beat().uptimeMillis()),
                statistics.map(of -> of.queueFill()).orElse(0.0),
                statistics.map(of -> StatisticsReport.windows(of.windows())).orElse(Map.of()));
    }

    /** Those of the generations that hold. One that has finished has no slots any more: its last figures stay. */
    private SortedMap<WorkerSlot, Arrived> beats(TopologyRecord topology, Assignment assignment) {
        return topology.status() == TopologyStatus.FINISHED
                ? lastBeats(topology.id())
                : currentBeats(topology.id(), assignment);
    }

    /** Without those of workers whose executors a later generation has told of. */
    private SortedMap<WorkerSlot, Arrived> lastBeats(String topology) {
        SortedMap<WorkerSlot, Arrived> last = new TreeMap<>();
        Set<ExecutorId> told = new HashSet<>();
        image.beats(topology).entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<WorkerSlot, Arrived> entry) ->
                                entry.getValue().beat().view().generation())
                        .reversed())
                .forEachOrdered(entry -> {
                    List<ExecutorId> executors = entry.getValue().beat().statistics().stream()
                            .map(of -> of.executor())
                            .toList();
                    if (Collections.disjoint(told, executors)) {
                        last.put(entry.getKey(), entry.getValue());
                        told.addAll(executors);
                    }
                });
        return last;
    }

    private SortedMap<WorkerSlot, Arrived> currentBeats(String topology, Assignment assignment) {
        SortedMap<WorkerSlot, Arrived> current = new TreeMap<>();
        image.beats(topology).forEach((slot, arrived) -> {
            if (assignment
                    .generationOf(slot)
                    .filter(of -> of == arrived.beat().view().generation())
                    .isPresent()) {
                current.put(slot, arrived);
            }
        });
        return current;
    }

    private static boolean isOfTheEngine(String component) {
        return component.startsWith("_") || component.equals(Streams.ACKER_COMPONENT);
    }

    private long millisSince(Instant time) {
        return Math.max(0, Duration.between(time, clock.instant()).toMillis());
    }

    private static TopologyState state(TopologyStatus status) {
        return TopologyState.valueOf(status.name());
    }
}
