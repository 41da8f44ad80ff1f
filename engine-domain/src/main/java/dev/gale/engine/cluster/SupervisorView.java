package dev.gale.engine.cluster;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A supervisor that is there, as it says of itself.
 *
 * @param host under which other hosts reach its workers
 * @param ports of its slots, ascending
 */
public record SupervisorView(SupervisorId id, String host, SortedSet<Integer> ports) {
    public SupervisorView {
        if (host.isBlank()) {
            throw new IllegalArgumentException("Supervisor " + id + " names no host");
        }
        ports = Collections.unmodifiableSortedSet(new TreeSet<>(ports));
    }

    public SupervisorView(SupervisorId id, String host, Collection<Integer> ports) {
        this(id, host, (SortedSet<Integer>) new TreeSet<>(ports));
    }
}
