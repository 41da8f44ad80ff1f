package dev.gale.runtime.worker;

import dev.gale.api.Config;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.engine.stats.ComponentStatistics;
import dev.gale.engine.stats.ExecutorStatistics;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.worker.WorkerMachine;
import dev.gale.runtime.code.LoadedCode;
import dev.gale.runtime.code.TransportSecret;
import dev.gale.runtime.executor.RunningExecutor;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
    private static final long LOOK_MILLIS = 20;
    private static final long LAST_WORDS_MILLIS = 3_000;
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final WorkerId self;
    private final LoadedCode code;
    private final TransportSecret secret;
    private final Transport transport;
    private final HeartbeatWriter supervisor;
    private final WorkerTimings timings;
    private final String bindHost;
    private final WorkerFollower follower;
    private final ErrorWriter errors;
    private final WorkerStatistics statistics = new WorkerStatistics(System::nanoTime);
    private StuckTasks stuck = new StuckTasks(Map.of());
    private final SplittableRandom random = new SplittableRandom();
    private final SpinPermits spins =
            SpinPermits.forProcessors(Runtime.getRuntime().availableProcessors());
    private final AtomicInteger incarnations = new AtomicInteger(random.nextInt());
    private final AtomicInteger threads = new AtomicInteger();
    private final ScheduledExecutorService control;
    private final ScheduledExecutorService beats;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final long startedNanos = System.nanoTime();

    private @Nullable Endpoint endpoint;
    private @Nullable Worker worker;
    private AssignmentRecord record = AssignmentRecord.none();
    private boolean active;
    private boolean leaving;
    private boolean ended;
    private boolean toldPrepared;
    private long beatNumber;

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
        this.code = code;
        this.secret = secret;
        this.transport = transport;
        this.supervisor = supervisor;
        this.timings = timings;
        this.bindHost = bindHost;
        control = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gale-worker-control"));
        beats = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gale-worker-beats"));
        errors = new ErrorWriter(
                store, keys, self.topology(), self.slot().toString(), System::nanoTime, clock, requestIds);
        follower = new WorkerFollower(
                store,
                keys,
                self.topology(),
                self.slot(),
                new WorkerMachine(self.slot(), self.generation(), Assignment.none()),
                this,
                control,
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
        beats.scheduleAtFixedRate(
                guarded("the heartbeat to the supervisor", () -> supervisor.write(Bytes.utf8(self.incarnation()))),
                0,
                timings.localBeat().toMillis(),
                TimeUnit.MILLISECONDS);
        follower.start();
        control.scheduleWithFixedDelay(
                guarded("looking after the worker", this::look), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        control.scheduleAtFixedRate(
                guarded("the beat to the store", follower::beat),
                timings.storeBeat().toMillis(),
                timings.storeBeat().toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Somebody asks the process to end; it does so when it has finished what is under way, or its grace is over. */
    public void terminate() {
        follower.terminate();
    }

    /** Completes with the exit code when everything here has ended. */
    public CompletableFuture<Integer> exit() {
        return exit;
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
        leaving = true;
        long graceEnd = System.nanoTime() + timings.grace().toNanos();
        if (worker != null) {
            worker.setActive(false);
        }
        if (drain) {
            finish(graceEnd);
        } else {
            end(EXIT_OK, graceEnd);
        }
    }

    @Override
    public WorkerBeat beat() {
        Worker running = worker;
        Collection<RunningExecutor> executors =
                running == null ? List.of() : running.executors().values();
        boolean finished = running != null && running.isPrepared() && running.isFinished();
        return new WorkerBeat(
                self.topology(),
                new WorkerBeatView(
                        self.generation(),
                        self.incarnation(),
                        ++beatNumber,
                        running != null && running.isPrepared(),
                        active && !leaving,
                        pending(executors),
                        finished,
                        finished && running != null && isQuiet(running),
                        running == null ? 0 : running.sentFrames(),
                        running == null ? 0 : running.receivedFrames()),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos),
                progress(executors),
                statistics(executors));
    }

    @Override
    public void error(String component, int task, Throwable error) {
        LOG.warn("topology={} component={} task={} reported an error", self.topology(), component, task, error);
        onControl(() -> errors.write(component, task, error));
    }

    @Override
    public void broken(String reason, Throwable error) {
        LOG.error("slot={} ends, since only a new process may help: {}", self.slot(), reason, error);
        onControl(() -> {
            if (!ended) {
                leaving = true;
                CompletableFuture<Void> said = errors.writeLast(reason, error).toCompletableFuture();
                end(EXIT_BROKEN, System.nanoTime(), said);
            }
        });
    }

    @Override
    public int freshIncarnation(int task) {
        return incarnations.incrementAndGet();
    }

    private void build(Assignment assignment) {
        Endpoint bound = endpoint;
        if (bound == null || leaving) {
            return;
        }
        try {
            TopologyPlan plan = plan(assignment);
            Worker built = new Worker(
                    plan,
                    assignment,
                    self.slot(),
                    code.copies(),
                    code.registry(),
                    this,
                    transport.maxFrameBytes(),
                    spins,
                    random.split(),
                    System::nanoTime,
                    task -> daemon(task, "gale-" + self.name() + "-" + threads.incrementAndGet()));
            built.start(bound, this::peer);
            built.setActive(active);
            worker = built;
            toldPrepared = false;
            stuck = new StuckTasks(stuckLimits(plan, assignment.executorsOn(self.slot())));
        } catch (RuntimeException | Error e) {
            broken("its executors cannot be made", e);
        }
    }

    /** An assignment has every executor, and they are cut as they are. */
    private TopologyPlan plan(Assignment assignment) {
        TaskLayout layout = TaskLayout.of(assignment.executors().keySet().stream()
                .map(executor ->
                        new ComponentTasks(executor.component(), executor.firstTask(), executor.taskCount(), 1))
                .toList());
        return code.plan(self.topology(), self.name(), layout);
    }

    private PeerAddress peer(WorkerSlot slot) {
        long generation = record.assignment().generationOf(slot).orElseThrow();
        String host =
                record.hosts().getOrDefault(slot.supervisor(), slot.supervisor().value());
        return new PeerAddress(
                host + ":" + slot.port(), new PeerIdentity(self.topology(), slot.toString(), generation, ""));
    }

    private void look() {
        Worker running = worker;
        if (running == null || leaving) {
            return;
        }
        long now = System.nanoTime();
        Collection<RunningExecutor> executors = running.executors().values();
        statistics.observe(executors, now);
        stuck.look(executors, now);
        if (!toldPrepared && running.isPrepared()) {
            toldPrepared = true;
            LOG.info("slot={} is prepared: {}", self.slot(), running.executors().keySet());
            follower.beat();
        }
        List<ExecutorId> hopeless = stuck.hopeless(now);
        if (!hopeless.isEmpty()) {
            broken(
                    "executors " + hopeless + " have been inside one call for twice " + Config.TOPOLOGY_TASK_STUCK_SECS,
                    new IllegalStateException("stuck"));
        }
    }

    private static Map<ExecutorId, Long> stuckLimits(TopologyPlan plan, List<ExecutorId> executors) {
        Map<ExecutorId, Long> limits = new TreeMap<>();
        executors.forEach(executor ->
                limits.put(executor, Wiring.settings(plan, executor).taskStuck().toNanos()));
        return limits;
    }

    private List<TaskProgress> progress(Collection<RunningExecutor> executors) {
        long now = System.nanoTime();
        List<TaskProgress> all = new ArrayList<>();
        for (RunningExecutor executor : executors) {
            long stuckMillis = TimeUnit.NANOSECONDS.toMillis(stuck.stuckNanos(executor.id(), now));
            for (TaskId task : executor.id().tasks()) {
                all.add(new TaskProgress(task.number(), executor.turns(), stuckMillis));
            }
        }
        return all;
    }

    private List<ExecutorStatistics> statistics(Collection<RunningExecutor> executors) {
        List<ExecutorStatistics> all = new ArrayList<>();
        for (ComponentStatistics component :
                statistics.read(executors).components().values()) {
            all.addAll(component.executors());
        }
        return all;
    }

    private static long pending(Collection<RunningExecutor> executors) {
        long pending = 0;
        for (RunningExecutor executor : executors) {
            for (TaskCounters counters : executor.counters().values()) {
                pending += counters.pending().get();
            }
        }
        return pending;
    }

    private static boolean isQuiet(Worker running) {
        if (!running.isAtRest()) {
            return false;
        }
        long before = running.turns();
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        return running.isAtRest() && running.turns() == before;
    }

    /** Waits, without holding the control thread, until nothing is pending or under way. */
    private void finish(long graceEnd) {
        Worker running = worker;
        if (running == null
                || System.nanoTime() - graceEnd >= 0
                || pending(running.executors().values()) == 0 && isQuiet(running)) {
            end(EXIT_OK, graceEnd);
        } else {
            control.schedule(() -> finish(graceEnd), LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void end(int code, long graceEnd) {
        end(code, graceEnd, CompletableFuture.completedFuture(null));
    }

    /** @param lastWords are waited for, but not for long: the store may be what is broken */
    private void end(int code, long graceEnd, CompletableFuture<Void> lastWords) {
        if (ended) {
            return;
        }
        ended = true;
        follower.close();
        if (worker != null) {
            stop(worker, graceEnd);
        }
        if (endpoint != null) {
            endpoint.close();
        }
        beats.shutdownNow();
        lastWords
                .completeOnTimeout(null, LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
                .whenComplete((nothing, failure) -> exit.complete(code));
        control.shutdown();
    }

    private void stop(Worker running, long graceEnd) {
        running.close(graceEnd);
        statistics.keep(running.executors().values());
        stuck = new StuckTasks(Map.of());
        worker = null;
    }

    private void onControl(Runnable action) {
        if (!control.isShutdown()) {
            control.execute(action);
        }
    }

    private Runnable guarded(String what, Runnable action) {
        return () -> {
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                LOG.error("slot={} failed: {}; it is tried again", self.slot(), what, e);
            }
        };
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
