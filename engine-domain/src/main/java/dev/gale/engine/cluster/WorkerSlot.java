package dev.gale.engine.cluster;

import java.util.Comparator;

/**
 * A place for one worker process: a port of a supervisor. In local mode, where there is no port to listen on, a port is just a number.
 */
public record WorkerSlot(SupervisorId supervisor, int port) implements Comparable<WorkerSlot> {
    private static final Comparator<WorkerSlot> ORDER =
            Comparator.comparing(WorkerSlot::supervisor).thenComparing(WorkerSlot::port);

    public WorkerSlot {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(supervisor + ":" + port + " is no slot; a port is 0 to 65535");
        }
    }

    public WorkerSlot(String supervisor, int port) {
        this(new SupervisorId(supervisor), port);
    }

    @Override
    public int compareTo(WorkerSlot other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return supervisor + ":" + port;
    }
}
