package dev.gale.runtime.store;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An assignment with what those need who carry it out.
 *
 * @param hosts under which the supervisors' workers are reached
 * @param startTimes when each slot's generation was assigned, for people
 * @param codeDigest of the files that the workers run
 */
public record AssignmentRecord(
        Assignment assignment,
        SortedMap<SupervisorId, String> hosts,
        SortedMap<WorkerSlot, Instant> startTimes,
        String codeDigest) {
    public AssignmentRecord {
        hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
        startTimes = Collections.unmodifiableSortedMap(new TreeMap<>(startTimes));
    }

    /**
     * The record of the next assignment.
     *
     * @param hostsNow of the supervisors that are there; one that is not keeps what was known of it
     */
    public static AssignmentRecord next(
            AssignmentRecord before,
            Assignment assignment,
            Map<SupervisorId, String> hostsNow,
            Instant now,
            String codeDigest) {
        SortedMap<SupervisorId, String> hosts = new TreeMap<>();
        SortedMap<WorkerSlot, Instant> startTimes = new TreeMap<>();
        assignment.generations().forEach((slot, generation) -> {
            String known = before.hosts.getOrDefault(
                    slot.supervisor(), slot.supervisor().value());
            hosts.put(slot.supervisor(), hostsNow.getOrDefault(slot.supervisor(), known));
            boolean same = generation.equals(before.assignment.generations().get(slot));
            startTimes.put(slot, same ? before.startTimes.getOrDefault(slot, now) : now);
        });
        return new AssignmentRecord(assignment, hosts, startTimes, codeDigest);
    }

    /** Before anything has a place. */
    public static AssignmentRecord none() {
        return new AssignmentRecord(Assignment.none(), new TreeMap<>(), new TreeMap<>(), "");
    }
}
