package dev.gale.runtime.sim;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.SupervisorMachine;
import dev.gale.engine.supervisor.SupervisorTimings;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.runtime.supervisor.CodeMissingException;
import dev.gale.runtime.supervisor.Host;
import dev.gale.runtime.supervisor.SupervisorDriver;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A host with one supervisor, which may be gone, and worker processes, which live on without it. */
final class SimHost implements Host {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long REGISTER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Sim sim;
    private final SimStoreServer server;
    private final Keys keys;
    private final SupervisorId id;
    private final List<Integer> ports;
    private final SupervisorTimings timings;
    private final Supplier<String> requestIds;
    private final List<SimWorker> workers = new ArrayList<>();
    private final SortedMap<String, String> code = new TreeMap<>();
    private @Nullable Remembered remembered;
    private long pids = 1_000;

    private @Nullable SimNode node;
    private @Nullable SimStore store;
    private @Nullable SupervisorDriver supervisor;

    /** What the supervisor's thread is to do once it goes on. */
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    private boolean hanging;

    SimHost(
            Sim sim,
            SimStoreServer server,
            Keys keys,
            SupervisorId id,
            List<Integer> ports,
            SupervisorTimings timings,
            Supplier<String> requestIds) {
        this.sim = sim;
        this.server = server;
        this.keys = keys;
        this.id = id;
        this.ports = ports;
        this.timings = timings;
        this.requestIds = requestIds;
    }

    SupervisorId id() {
        return id;
    }

    /** Starts the supervisor unless it runs. */
    void startSupervisor() {
        if (node != null && node.isAlive()) {
            return;
        }
        goOn();
        SimNode fresh = new SimNode(sim, "supervisor-" + id);
        node = fresh;
        store = new SimStore(sim, fresh, server);
        SupervisorDriver driver = new SupervisorDriver(
                store,
                keys,
                new SupervisorMachine(ports, timings),
                this,
                new SupervisorRecord(id, "host-" + id, ports, List.of(), Instant.EPOCH, Instant.EPOCH, 0, "test"),
                action -> fresh.execute(() -> control(action)),
                action -> fresh.after(TimeUnit.MILLISECONDS.toNanos(sim.between(50, 300)), () -> control(action)),
                fresh::nanoTime,
                () -> Instant.EPOCH.plusNanos(sim.nowNanos()),
                requestIds);
        supervisor = driver;
        driver.start();
        fresh.every(TICK_NANOS, () -> unlessHanging(driver::tick));
        fresh.every(REGISTER_NANOS, () -> unlessHanging(driver::register));
    }

    /** The supervisor's thread stands still from now on; the other threads of its process keep its session. */
    void hang() {
        hanging = true;
    }

    void goOn() {
        hanging = false;
        List<Runnable> due = List.copyOf(waiting);
        waiting.clear();
        if (node != null) {
            due.forEach(node::execute);
        }
    }

    private void unlessHanging(Runnable periodic) {
        if (!hanging) {
            periodic.run();
        }
    }

    private void control(Runnable action) {
        if (hanging) {
            waiting.add(action);
        } else {
            action.run();
        }
    }

    void crashSupervisor() {
        if (node != null && store != null && supervisor != null && node.isAlive()) {
            node.crash();
            waiting.clear();
            supervisor.close();
            store.abandon();
        }
    }

    /** Everything on this host ends. */
    void crash() {
        crashSupervisor();
        liveWorkers().forEach(worker -> worker.end("the host is down"));
    }

    /** The supervisor's process; null if there is none. */
    @Nullable
    SimNode node() {
        return node;
    }

    @Nullable
    SimStore store() {
        return store;
    }

    @Nullable
    SupervisorDriver supervisor() {
        return supervisor;
    }

    List<SimWorker> liveWorkers() {
        workers.removeIf(worker -> !worker.isAlive());
        return List.copyOf(workers);
    }

    @Override
    public SortedMap<Integer, Found> findWorkers() {
        SortedMap<Integer, Found> found = new TreeMap<>();
        liveWorkers().forEach(worker -> found.put(worker.slot.port(), new Found(worker.process, worker.assignment)));
        return found;
    }

    @Override
    public SortedMap<String, String> findCode() {
        return new TreeMap<>(code);
    }

    @Override
    public Optional<Remembered> recall() {
        return Optional.ofNullable(remembered);
    }

    @Override
    public void remember(Remembered what) {
        remembered = what;
    }

    @Override
    public void keepLogs(Set<String> topologies) {
        // Workers here write none.
    }

    @Override
    public CompletionStage<Void> fetchCode(String topology, String digest) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        sim.after(TimeUnit.MILLISECONDS.toNanos(sim.between(10, 1_000)), () -> {
            if (sim.chance(0.1)) {
                done.completeExceptionally(new IllegalStateException("nobody has it now"));
            } else {
                code.put(topology, digest);
                done.complete(null);
            }
        });
        return done;
    }

    @Override
    public void deleteCode(String topology) {
        code.remove(topology);
    }

    @Override
    public CompletionStage<WorkerProcess> launch(int port, SlotAssignment assignment) {
        if (!assignment.codeDigest().equals(code.get(assignment.topology()))) {
            return CompletableFuture.failedStage(new CodeMissingException("no code of " + assignment.topology()));
        }
        if (sim.chance(0.05)) {
            return CompletableFuture.failedStage(new IllegalStateException("fork failed"));
        }
        WorkerSlot slot = new WorkerSlot(id, port);
        SimWorker worker = new SimWorker(
                sim,
                server,
                keys,
                slot,
                assignment,
                new WorkerProcess(++pids, sim.nowNanos(), "life-" + pids),
                requestIds);
        if (liveWorkers().stream().anyMatch(other -> other.slot.equals(slot))) {
            sim.after(TimeUnit.MILLISECONDS.toNanos(200), () -> worker.end("its port is in use"));
        }
        workers.add(worker);
        return CompletableFuture.completedStage(worker.process);
    }

    @Override
    public CompletionStage<String> exit(WorkerProcess process) {
        return worker(process)
                .<CompletionStage<String>>map(worker -> worker.exit)
                .orElse(CompletableFuture.completedStage("it was gone"));
    }

    @Override
    public void terminate(WorkerProcess process) {
        worker(process).ifPresent(SimWorker::terminate);
    }

    @Override
    public void kill(WorkerProcess process) {
        worker(process).ifPresent(worker -> worker.end("killed"));
    }

    @Override
    public void cleanUp(int port, WorkerProcess process) {
        workers.removeIf(worker -> !worker.isAlive() && worker.process.equals(process));
    }

    @Override
    public Optional<Beat> lastBeat(int port, WorkerProcess process) {
        return worker(process)
                .filter(worker -> worker.localBeats() > 0)
                .map(worker -> new Beat(worker.process.incarnation(), worker.localBeats()));
    }

    private Optional<SimWorker> worker(WorkerProcess process) {
        return workers.stream().filter(worker -> worker.process.equals(process)).findFirst();
    }
}
