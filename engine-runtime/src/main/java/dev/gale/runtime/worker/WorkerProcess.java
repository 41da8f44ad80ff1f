package dev.gale.runtime.worker;

import dev.gale.api.Config;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.worker.WorkerMachine;
import dev.gale.runtime.code.LoadedCode;
import dev.gale.runtime.code.TransportSecret;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.ErrorWriter;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker of a cluster, from its first look at the store to its exit code. A control thread does everything but run tuples and beat
 * to the supervisor.
 */
public final class WorkerProcess implements RunningWorker, WorkerListener {
    /** The worker ended because it was to. */
    public static final int EXIT_OK = 0;

    /** Only a new process may help. */
    public static final int EXIT_BROKEN = 20;

    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final WorkerId self;
    private final TransportSecret secret;
    private final Transport transport;
    private final HeartbeatWriter supervisor;
    private final WorkerTimings timings;
    private final String bindHost;
    private final WorkerFollower follower;
    private final ErrorWriter errors;
    private final WorkerBuilder builder;
    private final WorkerStatistics statistics = new WorkerStatistics(System::nanoTime);
    private final WorkerBeats beats;
    private final AtomicInteger incarnations = new AtomicInteger(new SplittableRandom().nextInt());
    private final WorkerThreads threads;
    private final WorkerExit exit;

    private @Nullable Endpoint endpoint;
    private @Nullable Worker worker;
    private AssignmentRecord record = AssignmentRecord.none();
    private boolean active;
    private boolean toldPrepared;

    /** @param bindHost that the worker listens on; its port is the slot's */
    public WorkerProcess(
            WorkerId self,
            LoadedCode code,
            TransportSecret secret,
            MetadataStore store,
            Keys keys,
            Transport transport,
            HeartbeatWriter supervisor,
            WorkerTimings timings,
            String bindHost,
            InstantSource clock,
            Supplier<String> requestIds) {
        this.self = self;
        this.secret = secret;
        this.transport = transport;
        this.supervisor = supervisor;
        this.timings = timings;
        this.bindHost = bindHost;
        threads = new WorkerThreads(self.slot());
        exit = new WorkerExit(threads.control(), System::nanoTime, this::close);
        builder = new WorkerBuilder(self, code, transport.maxFrameBytes());
        beats = new WorkerBeats(self, statistics, System::nanoTime);
        errors = new ErrorWriter(
                store, keys, self.topology(), self.slot().toString(), System::nanoTime, clock, requestIds);
        follower = new WorkerFollower(
                store,
                keys,
                self.topology(),
                self.slot(),
                new WorkerMachine(self.slot(), self.generation(), Assignment.none()),
                this,
                threads.control(),
                requestIds);
    }

    /**
     * Binds the slot's port, begins to beat and to follow the store.
     *
     * @throws EngineException REJECTED if the port is taken
     */
    public void start() {
        endpoint = transport.bind(
                bindHost + ":" + self.slot().port(),
                new PeerIdentity(self.topology(), self.slot().toString(), self.generation(), self.incarnation()),
                secret.bytes().toArray());
        threads.heartbeatEvery(
                timings.localBeat(),
                "the heartbeat to the supervisor",
                () -> supervisor.write(Bytes.utf8(self.incarnation())));
        follower.start();
        threads.controlAfterEach(BETWEEN_LOOKS, "looking after the worker", this::look);
        threads.controlEvery(timings.storeBeat(), "the beat to the store", follower::beat);
    }

    /** Somebody asks the process to end; it does so when it has finished what is under way, or its grace is over. */
    public void terminate() {
        follower.terminate();
    }

    /** Completes with the exit code when everything here has ended. */
    public CompletableFuture<Integer> exit() {
        return exit.code();
    }

    @Override
    public void usePeers(AssignmentRecord next) {
        record = next;
        Worker running = worker;
        if (running != null && running.isFor(next.assignment())) {
            running.usePeers(next.assignment(), this::peer);
            return;
        }
        if (running != null) {
            LOG.info("slot={} others have more tasks or are cut anew: executors are started anew", self.slot());
            stop(running, System.nanoTime() + timings.grace().toNanos());
        }
        build(next.assignment());
    }

    @Override
    public void setActive(boolean wanted) {
        active = wanted;
        if (worker != null) {
            worker.setActive(wanted);
        }
        follower.beat();
    }

    @Override
    public void exit(String reason, boolean drain) {
        LOG.info("slot={} ends: {}", self.slot(), reason);
        exit.begin();
        long graceEnd = System.nanoTime() + timings.grace().toNanos();
        if (worker != null) {
            worker.setActive(false);
        }
        if (drain) {
            exit.drain(() -> worker == null || Quiescence.isDrained(worker), EXIT_OK, graceEnd);
        } else {
            exit.end(EXIT_OK, graceEnd);
        }
    }

    @Override
    public WorkerBeat beat() {
        return beats.next(worker, active && !exit.isBegun());
    }

    @Override
    public void error(String component, int task, Throwable error) {
        LOG.warn("topology={} component={} task={} reported an error", self.topology(), component, task, error);
        threads.onControl(() -> errors.write(component, task, error));
    }

    @Override
    public void broken(String reason, Throwable error) {
        LOG.error("slot={} ends, since only a new process may help: {}", self.slot(), reason, error);
        threads.onControl(() -> {
            if (!exit.isOver()) {
                exit.begin();
                CompletableFuture<Void> said = errors.writeLast(reason, error).toCompletableFuture();
                exit.end(EXIT_BROKEN, System.nanoTime(), said);
            }
        });
    }

    @Override
    public int freshIncarnation(int task) {
        return incarnations.incrementAndGet();
    }

    private void build(Assignment assignment) {
        Endpoint bound = endpoint;
        if (bound == null || exit.isBegun()) {
            return;
        }
        try {
            TopologyPlan plan = builder.plan(assignment);
            Worker built = builder.build(plan, assignment, this);
            built.start(bound, this::peer);
            built.setActive(active);
            worker = built;
            toldPrepared = false;
        } catch (RuntimeException | Error e) {
            broken("its executors cannot be made", e);
        }
    }

    private PeerAddress peer(WorkerSlot slot) {
        return PeerAddress.of(slot, self.topology(), record);
    }

    private void look() {
        Worker running = worker;
        if (running == null || exit.isBegun()) {
            return;
        }
        long now = System.nanoTime();
        statistics.observe(running.executors().values(), now);
        running.lookForStuck(now);
        if (!toldPrepared && running.isPrepared()) {
            toldPrepared = true;
            LOG.info("slot={} is prepared: {}", self.slot(), running.executors().keySet());
            follower.beat();
        }
        List<ExecutorId> hopeless = running.hopeless();
        if (!hopeless.isEmpty()) {
            broken(
                    "executors are stuck for twice " + Config.TOPOLOGY_TASK_STUCK_SECS,
                    new IllegalStateException("stuck: " + hopeless));
        }
    }

    /** Closes all but the control thread. */
    private void close(long graceEnd) {
        follower.close();
        if (worker != null) {
            stop(worker, graceEnd);
        }
        if (endpoint != null) {
            endpoint.close();
        }
        threads.endHeartbeat();
    }

    private void stop(Worker running, long graceEnd) {
        running.close(graceEnd);
        statistics.keep(running.executors().values());
        worker = null;
    }
}
