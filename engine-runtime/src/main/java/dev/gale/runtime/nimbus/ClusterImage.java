package dev.gale.runtime.nimbus;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.BeatFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.RecordException;
import dev.gale.runtime.store.SupervisorFormat;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Versioned;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the store says while this nimbus leads: told to the machine, and kept for those who ask. A record that cannot be read is left
 * alone, and so is all that belongs to it. Of the control thread.
 */
final class ClusterImage {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterImage.class);
    private static final List<Keys.Kind> OF_TOPOLOGIES =
            List.of(Keys.Kind.TOPOLOGY, Keys.Kind.ASSIGNMENT, Keys.Kind.TASK, Keys.Kind.BEAT, Keys.Kind.ERROR);

    /** A beat and when it arrived, on this process's clock. */
    record Arrived(WorkerBeat beat, long atNanos) {}

    private final Keys keys;
    private final NimbusMachine machine;
    private final LongSupplier nanoClock;
    private final TopologyFormat topologyFormat = new TopologyFormat();
    private final AssignmentFormat assignmentFormat = new AssignmentFormat();
    private final SupervisorFormat supervisorFormat = new SupervisorFormat();
    private final BeatFormat beatFormat = new BeatFormat();

    private final StoreView view = new StoreView();
    private final SortedMap<SupervisorId, SupervisorRecord> supervisors = new TreeMap<>();
    private final Map<String, AssignmentRecord> assignments = new HashMap<>();
    private final Map<String, SortedMap<WorkerSlot, Arrived>> beats = new HashMap<>();
    private final Map<String, StepLog> steps = new HashMap<>();

    /** For those who ask from other threads. */
    private final Map<SupervisorId, String> hosts = new ConcurrentHashMap<>();

    ClusterImage(Keys keys, NimbusMachine machine, LongSupplier nanoClock) {
        this.keys = keys;
        this.machine = machine;
        this.nanoClock = nanoClock;
    }

    /** The state of every key. */
    StoreView view() {
        return view;
    }

    SortedMap<SupervisorId, SupervisorRecord> supervisors() {
        return Collections.unmodifiableSortedMap(supervisors);
    }

    AssignmentRecord assignment(String topology) {
        return assignments.getOrDefault(topology, AssignmentRecord.none());
    }

    /** A commit of this leader gave a topology another assignment. */
    void assigned(String topology, AssignmentRecord record) {
        assignments.put(topology, record);
    }

    /** The last beats of a topology's workers, those of slots that it has left included. */
    SortedMap<WorkerSlot, Arrived> beats(String topology) {
        return Collections.unmodifiableSortedMap(beats.getOrDefault(topology, new TreeMap<>()));
    }

    StepLog steps(String topology) {
        return steps.computeIfAbsent(topology, id -> new StepLog());
    }

    /** Under which a supervisor's host is reached, as far as is known. Any thread. */
    String hostOf(SupervisorId supervisor) {
        return hosts.getOrDefault(supervisor, supervisor.value());
    }

    void clear() {
        view.clear();
        steps.clear();
        supervisors.clear();
        assignments.clear();
        beats.clear();
    }

    /** A topology's records that make it run were deleted by this leader. */
    void removed(String topology) {
        view.deleted(keys.topology(topology));
        view.deleted(keys.assignment(topology));
        assignments.remove(topology);
    }

    void put(Versioned state) {
        Optional<Keys.Parsed> parsed = keys.parse(state.key());
        if (parsed.isEmpty()) {
            return;
        }
        Keys.Kind kind = parsed.get().kind();
        view.put(state, kind == Keys.Kind.TOPOLOGY || kind == Keys.Kind.ASSIGNMENT);
        try {
            read(parsed.get(), state);
        } catch (RecordException e) {
            LOG.error("key={} is left as it is: {}", state.key(), e.getMessage());
            if (kind == Keys.Kind.TOPOLOGY) {
                machine.unreadable(parsed.get().name());
            }
        }
        if (OF_TOPOLOGIES.contains(kind)) {
            machine.trace(parsed.get().name());
        }
    }

    void deleted(Key key) {
        view.deleted(key);
        Optional<Keys.Parsed> parsed = keys.parse(key);
        if (parsed.isEmpty()) {
            return;
        }
        String name = parsed.get().name();
        switch (parsed.get().kind()) {
            case SUPERVISOR -> {
                SupervisorId id = new SupervisorId(name);
                supervisors.remove(id);
                machine.supervisorGone(id);
            }
            case TOPOLOGY -> machine.topologyGone(name);
            case ASSIGNMENT -> {
                assignments.remove(name);
                machine.assignmentGone(name);
            }
            case BEAT ->
                Keys.slot(parsed.get().rest()).ifPresent(slot -> {
                    beats.computeIfAbsent(name, id -> new TreeMap<>()).remove(slot);
                    machine.beatGone(name, slot);
                });
            case TASK, ERROR, NIMBUS -> {}
        }
        if (OF_TOPOLOGIES.contains(parsed.get().kind())) {
            tellWhetherAnyTrace(name);
        }
    }

    /** The ids of all topologies that have a record, whether it can be read or not. */
    Set<String> recorded() {
        return view.covered(keys.root()).stream()
                .flatMap(key -> keys.parse(key).stream())
                .filter(key -> key.kind() == Keys.Kind.TOPOLOGY)
                .map(Keys.Parsed::name)
                .collect(Collectors.toSet());
    }

    /** All keys that belong to a topology besides those that make it run. */
    List<Key> leftovers(String topology) {
        return List.of(Keys.Kind.TASK, Keys.Kind.BEAT, Keys.Kind.ERROR).stream()
                .flatMap(kind -> view.covered(keys.under(kind, topology)).stream())
                .toList();
    }

    void tellWhetherAnyTrace(String topology) {
        if (OF_TOPOLOGIES.stream()
                .anyMatch(kind -> !view.covered(keys.under(kind, topology)).isEmpty())) {
            machine.trace(topology);
        } else {
            beats.remove(topology);
            steps.remove(topology);
            machine.traceGone(topology);
        }
    }

    private void read(Keys.Parsed key, Versioned state) {
        String name = key.name();
        long now = nanoClock.getAsLong();
        switch (key.kind()) {
            case SUPERVISOR -> {
                SupervisorRecord record = supervisorFormat.decode(state.value());
                supervisors.put(record.id(), record);
                hosts.put(record.id(), record.host());
                machine.supervisor(record.view(), record.sequence(), now);
            }
            case TOPOLOGY -> machine.topology(topologyFormat.decode(state.value()), now);
            case ASSIGNMENT -> {
                AssignmentRecord record = assignmentFormat.decode(state.value());
                assignments.put(name, record);
                machine.assignment(name, record.assignment());
            }
            case BEAT -> {
                Optional<WorkerSlot> slot = Keys.slot(key.rest());
                if (slot.isPresent()) {
                    read(name, slot.get(), beatFormat.decode(state.value()), now);
                }
            }
            case TASK, ERROR, NIMBUS -> {}
        }
    }

    /** Of an earlier generation of a slot nobody wants to hear once there is a later: it was paused, and is about to find out. */
    private void read(String topology, WorkerSlot slot, WorkerBeat beat, long now) {
        SortedMap<WorkerSlot, Arrived> of = beats.computeIfAbsent(topology, id -> new TreeMap<>());
        Arrived before = of.get(slot);
        if (before != null && beat.view().generation() < before.beat().view().generation()) {
            return;
        }
        of.put(slot, new Arrived(beat, now));
        steps(topology).onBeat(beat, now);
        machine.beat(topology, slot, beat.view(), now);
    }
}
