package dev.gale.runtime.store;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.TaskId;
import dev.gale.spi.metadata.Key;
import java.util.Optional;

/**
 * Where what is kept. Several clusters share one store under different roots.
 *
 * @param root of everything, {@code metadata.root}
 */
public record Keys(Key root) {
    /** What a key under the root holds. */
    public enum Kind {
        NIMBUS("nimbus"),
        SUPERVISOR("supervisors"),
        TOPOLOGY("storms"),
        TASK("tasks"),
        ASSIGNMENT("assignments"),
        BEAT("workerbeats"),
        ERROR("errors");

        private final String directory;

        Kind(String directory) {
            this.directory = directory;
        }
    }

    /** A key under the root, taken apart: the kind, the name below it, and what follows, empty if nothing does. */
    public record Parsed(Kind kind, String name, String rest) {}

    public Key epoch() {
        return under(Kind.NIMBUS).child("epoch");
    }

    public Key leader() {
        return under(Kind.NIMBUS).child("leader");
    }

    public Key supervisor(SupervisorId id) {
        return under(Kind.SUPERVISOR).child(id.value());
    }

    public Key topology(String id) {
        return under(Kind.TOPOLOGY).child(id);
    }

    public Key task(String topology, TaskId task) {
        return under(Kind.TASK).child(topology).child(task.toString());
    }

    public Key assignment(String topology) {
        return under(Kind.ASSIGNMENT).child(topology);
    }

    public Key beat(String topology, WorkerSlot slot) {
        return under(Kind.BEAT).child(topology).child(slotName(slot));
    }

    public Key error(String topology, String component, int number) {
        return under(Kind.ERROR).child(topology).child(component).child("e" + number);
    }

    /** What lies above all keys of one kind. */
    public Key under(Kind kind) {
        return root.child(kind.directory);
    }

    /** What lies above all that one topology has of one kind. */
    public Key under(Kind kind, String topology) {
        return under(kind).child(topology);
    }

    /** Empty if the key is none of ours. */
    public Optional<Parsed> parse(Key key) {
        if (!root.covers(key) || key.equals(root)) {
            return Optional.empty();
        }
        String[] parts = key.path()
                .substring(root.isRoot() ? 1 : root.path().length() + 1)
                .split("/", 3);
        for (Kind kind : Kind.values()) {
            if (parts.length > 1 && kind.directory.equals(parts[0])) {
                return Optional.of(new Parsed(kind, parts[1], parts.length > 2 ? parts[2] : ""));
            }
        }
        return Optional.empty();
    }

    /** As in {@code <node>-<port>}. */
    public static String slotName(WorkerSlot slot) {
        return slot.supervisor() + "-" + slot.port();
    }

    /** The reverse of {@link #slotName}; empty if it is no such name. */
    public static Optional<WorkerSlot> slot(String name) {
        int dash = name.lastIndexOf('-');
        try {
            return Optional.of(new WorkerSlot(
                    new SupervisorId(name.substring(0, Math.max(dash, 0))),
                    Integer.parseInt(name.substring(dash + 1))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
