package dev.gale.engine.assignment;

import java.util.Comparator;

/** A place for one worker process. In local mode, where there is no port to listen on, a port is just a number. */
public record WorkerSlot(String host, int port) implements Comparable<WorkerSlot> {
    private static final Comparator<WorkerSlot> ORDER =
            Comparator.comparing(WorkerSlot::host).thenComparing(WorkerSlot::port);

    public WorkerSlot {
        if (host.isBlank() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "'" + host + ":" + port + "' is no slot; it needs a host and a port to 65535");
        }
    }

    @Override
    public int compareTo(WorkerSlot other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
