package dev.gale.runtime.sim;

import static dev.gale.runtime.sim.SimCluster.SECOND;

import java.util.List;
import java.util.Optional;

/** What happens to a cluster, by chance: requests of its users, and faults that end by themselves. */
final class SimFaults {
    private final SimCluster cluster;
    private final Sim sim;
    private boolean stopped;

    SimFaults(SimCluster cluster) {
        this.cluster = cluster;
        sim = cluster.sim;
    }

    void stop() {
        stopped = true;
    }

    void next() {
        switch ((int) sim.between(0, 15)) {
            case 0, 1, 2 -> cluster.submit();
            case 3 -> cluster.kill();
            case 4 -> cluster.rebalance();
            case 5 -> cluster.toggle();
            case 6 ->
                anyNimbus().ifPresent(nimbus -> {
                    cluster.tell(nimbus.node + " crashes");
                    nimbus.crash();
                    later(cluster::startNimbus);
                });
            case 7 -> anyNimbus().ifPresent(nimbus -> pause(nimbus.node));
            case 8 -> anyNimbus().ifPresent(nimbus -> cut(nimbus.node, nimbus.store));
            case 9 -> {
                SimHost host = anyHost();
                cluster.tell("the supervisor of " + host.id() + " crashes");
                host.crashSupervisor();
                later(host::startSupervisor);
            }
            case 10 -> {
                SimHost host = anyHost();
                cluster.tell("host " + host.id() + " crashes");
                host.crash();
                later(host::startSupervisor);
            }
            case 11 ->
                anyWorker().ifPresent(worker -> {
                    cluster.tell(worker.node + " crashes");
                    worker.end("crashed");
                });
            case 12 -> anyWorker().ifPresent(worker -> pause(worker.node));
            case 13 -> {
                SimHost host = anyHost();
                SimNode node = host.node();
                SimStore store = host.store();
                if (node != null && store != null && node.isAlive()) {
                    switch ((int) sim.between(0, 2)) {
                        case 0 -> pause(node);
                        case 1 -> cut(node, store);
                        default -> hang(host);
                    }
                }
            }
            case 14 -> anyWorker().ifPresent(worker -> cut(worker.node, worker.store));
            default -> {
                List<String> sessions = cluster.server.sessions();
                if (sim.chance(0.3)) {
                    cluster.tell("the store is down");
                    cluster.server.setUp(false);
                    later(() -> cluster.server.setUp(true));
                } else if (!sessions.isEmpty()) {
                    String session = sessions.get((int) sim.between(0, sessions.size() - 1));
                    cluster.tell(session + " is ended by the store");
                    cluster.server.closeSession(session);
                }
            }
        }
    }

    private void pause(SimNode node) {
        cluster.tell(node + " is paused");
        node.pause();
        later(node::resume);
    }

    /** Its session goes on, and nothing else. */
    private void hang(SimHost host) {
        cluster.tell("the supervisor of " + host.id() + " hangs");
        host.hang();
        later(host::goOn);
    }

    private void cut(SimNode node, SimStore store) {
        cluster.tell(node + " is cut off from the store");
        store.cut();
        later(store::heal);
    }

    private void later(Runnable end) {
        sim.after(sim.between(SECOND / 10, 25 * SECOND), () -> {
            if (!stopped) {
                end.run();
            }
        });
    }

    private Optional<SimNimbus> anyNimbus() {
        return any(cluster.nimbuses.stream()
                .filter(nimbus -> nimbus.node.isAlive())
                .toList());
    }

    private SimHost anyHost() {
        return any(cluster.hosts).orElseThrow();
    }

    private Optional<SimWorker> anyWorker() {
        return any(cluster.hosts.stream()
                .flatMap(host -> host.liveWorkers().stream())
                .toList());
    }

    private <T> Optional<T> any(List<T> of) {
        return of.isEmpty() ? Optional.empty() : Optional.of(of.get((int) sim.between(0, of.size() - 1)));
    }
}
