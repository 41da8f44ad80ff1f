package dev.gale.engine.worker;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does about what the store says of its topology. It belongs to one generation of its slot; when that is gone it ends,
 * whether its supervisor is there or not. While the store does not answer it goes on as it is. Not thread-safe.
 */
public final class WorkerMachine {
    private final WorkerSlot self;
    private final long generation;

    private Assignment peers;
    private boolean active;
    private boolean exiting;
    private @Nullable Assignment assignment;
    private boolean mayBeActive;
    private boolean exists;
    private boolean complete;
    private final List<WorkerCommand> commands = new ArrayList<>();

    /**
     * @param generation of its slot that it belongs to
     * @param first the assignment that it was built from
     */
    public WorkerMachine(WorkerSlot self, long generation, Assignment first) {
        this.self = self;
        this.generation = generation;
        peers = first;
    }

    /** @param current empty: there is none */
    public void assignment(Optional<Assignment> current) {
        assignment = current.orElse(null);
    }

    /**
     * @param known whether there is a record of the topology
     * @param mayRun whether its spouts are to be asked for tuples
     */
    public void topology(boolean known, boolean mayRun) {
        exists = known;
        mayBeActive = known && mayRun;
    }

    /** There is an assignment that cannot be read: the last one that could holds. */
    public void assignmentUnreadable() {
        if (assignment == null) {
            assignment = peers;
        }
    }

    /** There is a record of the topology that cannot be read: all stays as it is. */
    public void topologyUnreadable() {
        exists = true;
    }

    /** Everything that the store held was told: what was not, is not there. */
    public void synced() {
        complete = true;
    }

    /** Somebody asks the process to end. */
    public void terminate() {
        exit("it was asked to end", true);
    }

    /** What is to be done now. Nothing more after an exit. */
    public List<WorkerCommand> poll() {
        if (!exiting && complete) {
            follow();
        }
        List<WorkerCommand> due = List.copyOf(commands);
        commands.clear();
        return due;
    }

    private void follow() {
        Assignment now = assignment;
        if (!exists || now == null) {
            exit("its topology is gone", false);
            return;
        }
        long current = now.generationOf(self).orElse(0L);
        if (current != generation) {
            exit(
                    "slot " + self + (current == 0 ? " is not used any more" : " has generation " + current)
                            + ", and it is of generation " + generation,
                    false);
            return;
        }
        if (now.version() > peers.version()) {
            peers = now;
            commands.add(new WorkerCommand.UsePeers(now));
        }
        if (active != mayBeActive) {
            active = mayBeActive;
            commands.add(new WorkerCommand.SetActive(active));
        }
    }

    private void exit(String reason, boolean drain) {
        if (!exiting) {
            exiting = true;
            commands.clear();
            commands.add(new WorkerCommand.Exit(reason, drain));
        }
    }
}
