package dev.gale.engine.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.assignment.AssignmentDiff;
import dev.gale.engine.cluster.ClusterView;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.SupervisorView;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.schedule.Placement;
import dev.gale.engine.schedule.Scheduler;
import dev.gale.engine.schedule.TopologyView;
import dev.gale.engine.task.TaskLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the leading nimbus does: a function of what the store says and of the time. It is told of every change, and says in
 * {@link #poll} what is to be written. Each command is answered by {@link #accepted} or {@link #refused}; until then the topology gets
 * no other. Only a leader whose view of the store is complete and who is not cut off from it decides anything. Not thread-safe.
 */
public final class NimbusMachine {
    private final Scheduler scheduler;
    private final WorkerLiveness liveness;
    private final SupervisorLiveness supervisorLiveness;
    private final Waits waits;
    private final long monitorNanos;

    private final SortedMap<SupervisorId, SupervisorView> supervisors = new TreeMap<>();
    private final SortedMap<String, TopologyRecord> topologies = new TreeMap<>();
    private final SortedMap<String, Assignment> assignments = new TreeMap<>();
    private final SortedMap<String, Progress> progress = new TreeMap<>();
    private final SortedMap<String, String> shortages = new TreeMap<>();
    private final SortedSet<String> traces = new TreeSet<>();
    private final SortedSet<String> submitting = new TreeSet<>();
    private final SortedSet<String> unreadable = new TreeSet<>();
    private final SortedMap<String, NimbusCommand> underWay = new TreeMap<>();

    private boolean leading;
    private boolean cutOff;
    private boolean complete;

    /** Whether anything that a plan depends on has changed since the last one. */
    private boolean changed = true;

    private Set<WorkerKey> lastGivenUp = Set.of();
    private SortedSet<SupervisorId> silent = Collections.emptySortedSet();
    private long lastPlanNanos;

    public NimbusMachine(Scheduler scheduler, NimbusTimings timings) {
        this.scheduler = scheduler;
        liveness = new WorkerLiveness(timings);
        supervisorLiveness = new SupervisorLiveness(timings);
        waits = new Waits(timings.rewriteNanos());
        monitorNanos = timings.monitorNanos();
    }

    /** Leads from now on, and has to be told everything that the store holds. */
    public void elected(long nowNanos) {
        changed = true;
        leading = true;
        liveness.restart(nowNanos);
        supervisorLiveness.restart(nowNanos);
    }

    /** Leads no longer; what was under way is somebody else's matter. Everything that was told is forgotten. */
    public void deposed() {
        leading = false;
        complete = false;
        supervisors.clear();
        silent = Collections.emptySortedSet();
        topologies.clear();
        assignments.clear();
        progress.clear();
        shortages.clear();
        traces.clear();
        submitting.clear();
        unreadable.clear();
        underWay.clear();
        waits.clear();
    }

    /** Everything that the store held was told. */
    public void synced() {
        changed = true;
        complete = true;
    }

    /** The store does not answer. */
    public void suspended() {
        cutOff = true;
    }

    public void resumed(long nowNanos) {
        changed = true;
        cutOff = false;
        liveness.restart(nowNanos);
        supervisorLiveness.restart(nowNanos);
    }

    /** @param sequence another one with each update that the supervisor makes */
    public void supervisor(SupervisorView supervisor, long sequence, long nowNanos) {
        supervisorLiveness.updated(supervisor.id(), sequence, nowNanos);
        if (!supervisor.equals(supervisors.put(supervisor.id(), supervisor))) {
            changed = true;
        }
    }

    public void supervisorGone(SupervisorId supervisor) {
        changed = true;
        supervisors.remove(supervisor);
    }

    public void topology(TopologyRecord topology, long nowNanos) {
        changed = true;
        topologies.put(topology.id(), topology);
        unreadable.remove(topology.id());
        waits.observe(topology, nowNanos);
    }

    /** There is a record of this topology that nobody here understands: it is left alone, with all that belongs to it. */
    public void unreadable(String id) {
        topologyGone(id);
        unreadable.add(id);
    }

    public void topologyGone(String id) {
        changed = true;
        unreadable.remove(id);
        topologies.remove(id);
        shortages.remove(id);
        progress.remove(id);
        waits.forget(id);
    }

    public void assignment(String topology, Assignment assignment) {
        changed = true;
        assignments.put(topology, assignment);
    }

    public void assignmentGone(String topology) {
        changed = true;
        assignments.remove(topology);
    }

    public void beat(String topology, WorkerSlot slot, WorkerBeatView beat, long nowNanos) {
        liveness.beat(new WorkerKey(topology, slot, beat.generation()), beat.sequence(), nowNanos);
        progressOf(topology).beat(slot, beat);
    }

    public void beatGone(String topology, WorkerSlot slot) {
        progressOf(topology).beatGone(slot);
    }

    /** Something of this topology is in the store or on disk, whether there is a record of it or not. */
    public void trace(String topology) {
        traces.add(topology);
    }

    /** Nothing of this topology is left. */
    public void traceGone(String topology) {
        traces.remove(topology);
    }

    /** This leader writes the parts of a new topology: they are no leftovers. */
    public void submitting(String topology) {
        submitting.add(topology);
        traces.add(topology);
    }

    /** The submit ended, one way or the other. */
    public void submitted(String topology) {
        submitting.remove(topology);
    }

    public Optional<TopologyRecord> byName(String name) {
        return topologies.values().stream()
                .filter(topology -> topology.name().equals(name))
                .findFirst();
    }

    /** By id. */
    public SortedMap<String, TopologyRecord> topologies() {
        return new TreeMap<>(topologies);
    }

    public Optional<Assignment> assignmentOf(String topology) {
        return Optional.ofNullable(assignments.get(topology));
    }

    /** Why a topology has fewer workers than it wants; empty if it has them, or it is not known yet. */
    public Optional<String> shortageOf(String topology) {
        return Optional.ofNullable(shortages.get(topology));
    }

    /** Whether every worker of a topology runs what it was given. */
    public boolean isPrepared(String topology) {
        Assignment assignment = assignments.get(topology);
        return assignment != null && progressOf(topology).isPrepared(assignment);
    }

    /** Every supervisor that has a session, silent ones included. */
    public ClusterView cluster() {
        return new ClusterView(supervisors);
    }

    /** Whether a supervisor has not updated its record for so long that it gets nothing new, though it has a session. */
    public boolean isSilent(SupervisorId supervisor) {
        return silent.contains(supervisor);
    }

    /** Whether it may decide anything now. */
    public boolean isInCharge() {
        return leading && complete && !cutOff;
    }

    /** A command was carried out. */
    public void accepted(NimbusCommand command, long nowNanos) {
        changed = true;
        if (!underWay.remove(command.topology(), command)) {
            return;
        }
        if (command instanceof NimbusCommand.Write write) {
            write.record().ifPresent(record -> topology(record, nowNanos));
            write.assignment().ifPresent(assignment -> assignment(write.topology(), assignment));
        } else {
            topologyGone(command.topology());
            assignmentGone(command.topology());
            traces.remove(command.topology());
        }
    }

    /** A command changed nothing, or nobody knows; what holds now is told as any other change is. */
    public void refused(NimbusCommand command) {
        changed = true;
        underWay.remove(command.topology(), command);
    }

    /** What is to be written now. */
    public List<NimbusCommand> poll(long nowNanos) {
        if (!isInCharge()) {
            return List.of();
        }
        lookForSilence(nowNanos);
        SortedMap<SupervisorId, SupervisorView> awake = awake();
        Set<WorkerKey> givenUp = liveness.givenUp(assignedWorkers(), awake::containsKey, nowNanos);
        List<NimbusCommand> commands = new ArrayList<>();
        Set<String> toLayOut = new HashSet<>();
        for (TopologyRecord topology : topologies.values()) {
            if (!underWay.containsKey(topology.id())) {
                advance(topology, toLayOut, nowNanos).ifPresent(commands::add);
            }
        }
        commands.forEach(command -> underWay.put(command.topology(), command));
        commands.addAll(schedule(new ClusterView(awake), givenUp, toLayOut, nowNanos));
        for (String leftover : traces) {
            if (!topologies.containsKey(leftover)
                    && !submitting.contains(leftover)
                    && !unreadable.contains(leftover)
                    && !underWay.containsKey(leftover)) {
                commands.add(new NimbusCommand.Remove(leftover, "there is no such topology"));
            }
        }
        commands.forEach(command -> underWay.put(command.topology(), command));
        return List.copyOf(commands);
    }

    private void lookForSilence(long nowNanos) {
        SortedSet<SupervisorId> now = supervisorLiveness.silent(supervisors.keySet(), nowNanos);
        if (!now.equals(silent)) {
            changed = true;
            silent = now;
        }
    }

    /** Those that may be given something. Whoever runs on others stays there as long as it beats. */
    private SortedMap<SupervisorId, SupervisorView> awake() {
        SortedMap<SupervisorId, SupervisorView> awake = new TreeMap<>(supervisors);
        awake.keySet().removeAll(silent);
        return awake;
    }

    /** @param toLayOut gets the topology if its rebalance has waited long enough */
    private Optional<NimbusCommand> advance(TopologyRecord topology, Set<String> toLayOut, long nowNanos) {
        String id = topology.id();
        Assignment assignment = assignments.getOrDefault(id, Assignment.none());
        switch (topology.status()) {
            case KILLED -> {
                if (waits.isOver(id, nowNanos)) {
                    return Optional.of(new NimbusCommand.Remove(id, "killed, and its wait is over"));
                }
                if (assignment.executors().isEmpty() || progressOf(id).isDrained(assignment)) {
                    return Optional.of(new NimbusCommand.Remove(id, "killed, and nothing is pending"));
                }
                return waits.rewritten(topology, nowNanos).map(record -> record(record, "time passes"));
            }
            case REBALANCING -> {
                if (waits.isOver(id, nowNanos)
                        || assignment.executors().isEmpty()
                        || progressOf(id).isDrained(assignment)) {
                    toLayOut.add(id);
                    return Optional.empty();
                }
                return waits.rewritten(topology, nowNanos).map(record -> record(record, "time passes"));
            }
            case ACTIVE -> {
                return progressOf(id).isFinished(assignment)
                        ? Optional.of(record(topology.withStatus(TopologyStatus.FINISHED), "every spout has finished"))
                        : Optional.empty();
            }
            case FINISHED -> {
                return assignment.executors().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new NimbusCommand.Write(
                                id, Optional.empty(), Optional.of(assignment.next(Map.of())), "it has finished"));
            }
            case INACTIVE, STARTING -> {
                return Optional.empty();
            }
        }
        throw new IllegalStateException("Topology " + id + " is " + topology.status());
    }

    private static NimbusCommand record(TopologyRecord record, String reason) {
        return new NimbusCommand.Write(record.id(), Optional.of(record), Optional.empty(), reason);
    }

    private List<NimbusCommand> schedule(
            ClusterView cluster, Set<WorkerKey> givenUp, Set<String> toLayOut, long nowNanos) {
        boolean due = changed || nowNanos - lastPlanNanos >= monitorNanos;
        if (!due && toLayOut.isEmpty() && givenUp.equals(lastGivenUp)) {
            return List.of();
        }
        changed = false;
        lastPlanNanos = nowNanos;
        lastGivenUp = givenUp;
        List<TopologyRecord> inOrder = topologies.values().stream()
                .filter(topology -> topology.status() != TopologyStatus.FINISHED)
                .sorted(Comparator.comparing(TopologyRecord::launchTime).thenComparing(TopologyRecord::id))
                .toList();
        Map<String, Placement> plan = scheduler.plan(
                cluster,
                inOrder.stream()
                        .map(topology -> view(topology, givenUp, toLayOut.contains(topology.id())))
                        .toList(),
                holders());
        List<NimbusCommand> commands = new ArrayList<>();
        for (TopologyRecord topology : inOrder) {
            Placement placement = plan.get(topology.id());
            if (placement == null || underWay.containsKey(topology.id())) {
                continue;
            }
            if (toLayOut.contains(topology.id())) {
                commands.add(laidOut(topology, placement));
            } else if (isScheduled(topology)) {
                rememberShortage(topology.id(), placement);
                assign(topology, placement, givenUp, nowNanos).ifPresent(commands::add);
            }
        }
        return commands;
    }

    /** Slots as the store has them, and as it may have them before long. */
    private SortedMap<WorkerSlot, String> holders() {
        SortedMap<WorkerSlot, String> holders = new TreeMap<>();
        underWay.values().forEach(command -> {
            if (command instanceof NimbusCommand.Write write) {
                write.assignment().ifPresent(next -> next.slots().forEach(slot -> holders.put(slot, write.topology())));
            }
        });
        assignments.forEach((topology, assignment) -> assignment.slots().forEach(slot -> holders.put(slot, topology)));
        return holders;
    }

    private static boolean isScheduled(TopologyRecord topology) {
        return topology.isActive() || topology.status() == TopologyStatus.INACTIVE;
    }

    private TopologyView view(TopologyRecord topology, Set<WorkerKey> givenUp, boolean layOut) {
        String id = topology.id();
        Assignment assignment = assignments.getOrDefault(id, Assignment.none());
        if (underWay.get(id) instanceof NimbusCommand.Write write) {
            assignment = write.assignment().orElse(assignment);
        }
        Set<WorkerSlot> lost = new HashSet<>();
        if (layOut || isScheduled(topology)) {
            assignment.generations().forEach((slot, generation) -> {
                if (givenUp.contains(new WorkerKey(id, slot, generation))) {
                    lost.add(slot);
                }
            });
        }
        PendingChange change = layOut ? topology.pending().orElseThrow() : null;
        TaskLayout layout = change == null ? topology.layout() : change.layout();
        int workers = topology.workers();
        if (change != null) {
            workers = change.workers();
        } else if (!isScheduled(topology)) {
            workers = Math.max(1, assignment.slots().size());
        }
        return new TopologyView(id, topology.name(), layout, workers, assignment.executors(), lost, layOut);
    }

    private NimbusCommand laidOut(TopologyRecord topology, Placement placement) {
        rememberShortage(topology.id(), placement);
        Assignment before = assignments.getOrDefault(topology.id(), Assignment.none());
        return new NimbusCommand.Write(
                topology.id(),
                Optional.of(topology.rebalanced(topology.pending().orElseThrow())),
                Optional.of(before.next(placement.executors())),
                "rebalanced");
    }

    private Optional<NimbusCommand> assign(
            TopologyRecord topology, Placement placement, Set<WorkerKey> givenUp, long nowNanos) {
        Assignment before = assignments.getOrDefault(topology.id(), Assignment.none());
        Assignment after = before.next(placement.executors());
        AssignmentDiff diff = AssignmentDiff.between(before, after);
        if (diff.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new NimbusCommand.Write(
                topology.id(), Optional.empty(), Optional.of(after), why(topology.id(), before, givenUp, nowNanos)));
    }

    private String why(String topology, Assignment before, Set<WorkerKey> givenUp, long nowNanos) {
        List<String> silent = givenUp.stream()
                .filter(worker -> worker.topology().equals(topology))
                .map(worker -> worker.slot() + " has been silent for "
                        + liveness.silentNanos(worker, nowNanos) / 1_000_000 + " ms")
                .toList();
        if (before.executors().isEmpty()) {
            return "it had no place";
        }
        return silent.isEmpty() ? "other slots are there" : String.join(", ", silent);
    }

    private void rememberShortage(String topology, Placement placement) {
        placement.shortage().ifPresentOrElse(text -> shortages.put(topology, text), () -> shortages.remove(topology));
    }

    private List<WorkerKey> assignedWorkers() {
        List<WorkerKey> all = new ArrayList<>();
        assignments.forEach((topology, assignment) -> {
            if (topologies.containsKey(topology)) {
                assignment
                        .generations()
                        .forEach((slot, generation) -> all.add(new WorkerKey(topology, slot, generation)));
            }
        });
        return all;
    }

    private Progress progressOf(String topology) {
        return progress.computeIfAbsent(topology, id -> new Progress());
    }
}
