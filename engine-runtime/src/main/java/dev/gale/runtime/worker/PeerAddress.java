package dev.gale.runtime.worker;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.spi.transport.PeerIdentity;

/** Where another worker is reached, and who must answer there. */
public record PeerAddress(String address, PeerIdentity identity) {
    /** Of the worker that an assignment has in a slot. */
    static PeerAddress of(WorkerSlot slot, String topology, AssignmentRecord record) {
        long generation = record.assignment().generationOf(slot).orElseThrow();
        String host =
                record.hosts().getOrDefault(slot.supervisor(), slot.supervisor().value());
        return new PeerAddress(host + ":" + slot.port(), new PeerIdentity(topology, slot.toString(), generation, ""));
    }
}
