package dev.gale.runtime.worker;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.TaskId;
import dev.gale.spi.transport.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The links of a worker to all others of its topology, and the routes over them. A slot's next generation is another peer, with a link
 * of its own. Routes are made while executors are; what changes later is told by one thread.
 */
final class PeerLinks {
    private record Peer(long generation, WorkerLink link) {}

    private final WorkerSlot self;
    private final Function<String, WorkerLink> links;
    private final Sender sender;
    private final List<Route> routes = new ArrayList<>();

    private Assignment assignment;
    private volatile Map<WorkerSlot, Peer> peers;
    private @Nullable Endpoint endpoint;

    /** @param links makes a link of a name */
    PeerLinks(WorkerSlot self, Assignment first, Function<String, WorkerLink> links, Sender sender) {
        this.self = self;
        this.links = links;
        this.sender = sender;
        assignment = first;
        peers = next(first, Map.of());
        sender.use(all());
    }

    /** The way to a task that runs elsewhere. */
    Route route(TaskId task, int lane) {
        Route route = new Route(task, lane, link(task));
        routes.add(route);
        return route;
    }

    Set<WorkerSlot> slots() {
        return peers.keySet();
    }

    /** Links this worker to its peers; the links end with the endpoint. */
    void open(Endpoint through, Function<WorkerSlot, PeerAddress> addresses) {
        endpoint = through;
        peers.forEach((slot, peer) -> open(slot, peer, through, addresses));
    }

    /**
     * The executors of others are elsewhere now. Links to those that are gone are closed, and what waits in them is lost.
     *
     * @return the links that are new
     */
    List<WorkerLink> use(Assignment next, Function<WorkerSlot, PeerAddress> addresses) {
        Endpoint through = endpoint;
        if (through == null) {
            throw new IllegalStateException("slot " + self + " has no endpoint yet");
        }
        Map<WorkerSlot, Peer> before = peers;
        Map<WorkerSlot, Peer> after = next(next, before);
        assignment = next;
        peers = after;
        List<WorkerLink> added = new ArrayList<>();
        after.forEach((slot, peer) -> {
            if (before.get(slot) != peer) {
                open(slot, peer, through, addresses);
                added.add(peer.link);
            }
        });
        sender.use(all());
        for (Route route : routes) {
            if (next.slotOf(route.task()).isPresent()) {
                route.use(link(route.task()));
            }
        }
        before.forEach((slot, peer) -> {
            if (after.get(slot) != peer) {
                peer.link.close();
            }
        });
        return added;
    }

    List<WorkerLink> all() {
        return peers.values().stream().map(Peer::link).toList();
    }

    long sum(ToLongFunction<WorkerLink> of) {
        return peers.values().stream().map(Peer::link).mapToLong(of).sum();
    }

    void close() {
        all().forEach(WorkerLink::close);
    }

    private void open(WorkerSlot slot, Peer peer, Endpoint through, Function<WorkerSlot, PeerAddress> addresses) {
        PeerAddress address = addresses.apply(slot);
        peer.link.use(through.link(address.address(), address.identity(), peer.link));
    }

    private Map<WorkerSlot, Peer> next(Assignment of, Map<WorkerSlot, Peer> before) {
        Map<WorkerSlot, Peer> next = new TreeMap<>();
        of.generations().forEach((slot, generation) -> {
            if (!slot.equals(self)) {
                Peer known = before.get(slot);
                next.put(
                        slot,
                        known != null && known.generation == generation
                                ? known
                                : new Peer(generation, links.apply(self + "->" + slot)));
            }
        });
        return next;
    }

    private WorkerLink link(TaskId task) {
        WorkerSlot slot = assignment
                .slotOf(task)
                .orElseThrow(() -> new IllegalStateException("Task " + task + " is assigned nowhere"));
        Peer peer = peers.get(slot);
        if (peer == null) {
            throw new IllegalStateException(
                    "Task " + task + " is on " + slot + ", to which there is no link from " + self);
        }
        return peer.link;
    }
}
