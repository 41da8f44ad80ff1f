package dev.gale.runtime.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.PendingChange;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskLayout;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.spi.metadata.MetadataStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether the store can hold what a topology needs, for as long as it runs: its record, also while a change waits, and its assignment.
 * Asked before anything is accepted, since later nobody could be told.
 */
final class RecordSizes {
    /** Longer than the names of most hosts. */
    private static final String NAME = "n".repeat(60);

    private static final int PORT = 65_535;

    /** Of what a commit names beside what it writes. */
    private static final int KEY_BYTES = 4_096;

    private final TopologyFormat topologies = new TopologyFormat();
    private final AssignmentFormat assignments = new AssignmentFormat();
    private final InstantSource clock;

    RecordSizes(InstantSource clock) {
        this.clock = clock;
    }

    /** Why a topology cannot have a layout and so many workers; empty if it can. */
    Optional<String> problem(TopologyRecord topology, TaskLayout layout, int workers) {
        int record = topologyBytes(topology, layout, workers);
        int assignment = assignmentBytes(topology, layout, workers);
        return problem(topology.name(), "record", record, MetadataStore.MAX_VALUE_BYTES)
                .or(() -> problem(topology.name(), "assignment", assignment, MetadataStore.MAX_VALUE_BYTES))
                .or(() -> problem(
                        topology.name(),
                        "record with its assignment",
                        record + assignment,
                        MetadataStore.MAX_COMMIT_BYTES - KEY_BYTES));
    }

    private static Optional<String> problem(String name, String kind, int bytes, int limit) {
        return bytes <= limit
                ? Optional.empty()
                : Optional.of(
                        "The " + kind + " of topology '" + name + "' would need up to " + bytes
                                + " bytes in the metadata store, and " + limit
                                + " are the limit; ask for fewer executors and workers, or for fewer components with shorter names");
    }

    private int topologyBytes(TopologyRecord topology, TaskLayout layout, int workers) {
        TopologyRecord waiting = new TopologyRecord(
                topology.id(),
                topology.name(),
                TopologyStatus.REBALANCING,
                workers,
                layout,
                topology.launchTime(),
                topology.codeDigest(),
                topology.submitKey(),
                topology.messageTimeoutMillis(),
                Optional.of(new PendingChange(Long.MAX_VALUE, TopologyStatus.INACTIVE, workers, layout)));
        return topologies.encode(waiting, null).length();
    }

    private int assignmentBytes(TopologyRecord topology, TaskLayout layout, int workers) {
        List<WorkerSlot> slots = new ArrayList<>();
        for (int i = 0; i < Math.min(workers, layout.executors().size()); i++) {
            slots.add(new WorkerSlot(new SupervisorId(NAME + i), PORT));
        }
        Map<ExecutorId, WorkerSlot> places = new TreeMap<>();
        for (ExecutorId executor : layout.executors()) {
            places.put(executor, slots.get(places.size() % slots.size()));
        }
        AssignmentRecord record = AssignmentRecord.next(
                AssignmentRecord.none(),
                Assignment.none().next(places),
                Map.of(),
                clock.instant(),
                topology.codeDigest());
        return assignments.encode(record, null).length();
    }
}
