package dev.gale.runtime.sim;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.engine.worker.WorkerMachine;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.runtime.worker.RunningWorker;
import dev.gale.runtime.worker.WorkerFollower;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A worker process that runs no tuples, but for how many are pending. */
final class SimWorker implements RunningWorker {
    private static final long LOCAL_BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long STORE_BEAT_NANOS = TimeUnit.SECONDS.toNanos(2);

    final SimNode node;
    final WorkerProcess process;
    final SlotAssignment assignment;
    final WorkerSlot slot;
    final CompletableFuture<String> exit = new CompletableFuture<>();
    final SimStore store;

    private final Sim sim;
    private final WorkerFollower follower;
    private final long startedNanos;
    /** Its tuples stay pending, active or not. */
    boolean hoards;

    private boolean prepared;
    private boolean active;
    private long drainedNanos;
    private long localBeats;
    private long storeBeats;

    SimWorker(
            Sim sim,
            SimStoreServer server,
            Keys keys,
            WorkerSlot slot,
            SlotAssignment assignment,
            WorkerProcess process,
            Supplier<String> requestIds) {
        this.sim = sim;
        this.slot = slot;
        this.assignment = assignment;
        this.process = process;
        node = new SimNode(sim, "worker-" + slot + "-" + process.pid());
        startedNanos = sim.nowNanos();
        store = new SimStore(sim, node, server);
        follower = new WorkerFollower(
                store,
                keys,
                assignment.topology(),
                slot,
                new WorkerMachine(slot, assignment.generation(), Assignment.none()),
                this,
                node,
                requestIds);
        node.after(TimeUnit.MILLISECONDS.toNanos(sim.between(300, 2_000)), () -> {
            follower.start();
            prepared = true;
            localBeats = 1;
            node.every(LOCAL_BEAT_NANOS, () -> localBeats++);
            node.every(STORE_BEAT_NANOS, follower::beat);
            follower.beat();
        });
    }

    long localBeats() {
        return localBeats;
    }

    boolean isAlive() {
        return node.isAlive();
    }

    void terminate() {
        if (prepared) {
            node.execute(follower::terminate);
        } else {
            node.execute(() -> end("terminated"));
        }
    }

    /** The process ends here and now. */
    void end(String how) {
        if (node.isAlive()) {
            node.crash();
            follower.close();
            store.abandon();
            exit.complete(how);
        }
    }

    @Override
    public void usePeers(AssignmentRecord record) {
        // Links are not simulated.
    }

    @Override
    public void setActive(boolean now) {
        active = now;
        drainedNanos = sim.nowNanos() + TimeUnit.MILLISECONDS.toNanos(sim.between(0, 1_500));
    }

    @Override
    public void exit(String reason, boolean drain) {
        node.after(drain ? TimeUnit.MILLISECONDS.toNanos(sim.between(0, 3_000)) : 0, () -> end(reason));
    }

    @Override
    public WorkerBeat beat() {
        return new WorkerBeat(
                assignment.topology(),
                new WorkerBeatView(
                        assignment.generation(),
                        process.incarnation(),
                        ++storeBeats,
                        prepared,
                        active,
                        isAtWork() ? 7 : 0,
                        false,
                        !isAtWork(),
                        0,
                        0),
                TimeUnit.NANOSECONDS.toMillis(sim.nowNanos() - startedNanos),
                List.of(),
                List.of());
    }

    private boolean isAtWork() {
        return hoards || active || sim.nowNanos() < drainedNanos;
    }
}
