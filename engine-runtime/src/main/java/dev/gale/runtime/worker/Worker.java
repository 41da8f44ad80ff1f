package dev.gale.runtime.worker;

import dev.gale.api.Config;
import dev.gale.api.Streams;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.code.ComponentCopies;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.runtime.executor.AckArrays;
import dev.gale.runtime.executor.ExecutorListener;
import dev.gale.runtime.executor.Inbox;
import dev.gale.runtime.executor.RunningExecutor;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.spi.transport.Endpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the executors that an assignment gives to one slot, and links them to the other workers of the topology. Spouts are asked for
 * tuples once every executor here is prepared and every peer has said the same.
 */
public final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final long TRANSFER_BYTES = 16L * 1024 * 1024;
    private static final long INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A transport that takes smaller frames only cannot be used. */
    public static final int LEAST_FRAME_BYTES = 4 * 1024;

    private final TopologyPlan topology;
    private final WorkerSlot slot;
    private final WorkerListener listener;
    private final Map<ExecutorId, RunningExecutor> executors = new TreeMap<>();
    private final PeerLinks links;
    private final Set<ExecutorId> finishedSpouts = ConcurrentHashMap.newKeySet();
    private final StuckTasks stuck;
    private final Receiver receiver;
    private final Sender sender;
    private final Thread senderThread;
    private final CountDownLatch unopened;
    private final int spoutExecutors;

    private volatile boolean wantedActive;
    private boolean toldActive;

    /**
     * @param maxFrameBytes that the transport takes
     * @param random decides ids and where round robins start
     * @throws IllegalStateException if an executor cannot be made, such as when a custom grouping throws
     */
    public Worker(
            TopologyPlan topology,
            Assignment assignment,
            WorkerSlot slot,
            ComponentCopies components,
            SerializationRegistry registry,
            WorkerListener listener,
            int maxFrameBytes,
            SpinPermits spins,
            RandomGenerator random,
            LongSupplier nanoClock,
            ThreadFactory threads) {
        this.topology = topology;
        this.slot = slot;
        this.listener = listener;
        List<ExecutorId> own = assignment.executorsOn(slot);
        stuck = StuckTasks.of(topology, own);
        @Nullable Inbox[] inboxes = new Inbox[topology.layout().taskCount() + 1];
        SortedSet<TaskId> localTasks = new TreeSet<>();
        for (ExecutorId executor : own) {
            Inbox inbox = new Inbox(Wiring.settings(topology, executor).receiveBufferSize());
            for (TaskId task : executor.tasks()) {
                inboxes[task.number()] = inbox;
                localTasks.add(task);
            }
        }
        receiver = new Receiver(inboxes, this::takes);
        sender = new Sender(TRANSFER_BYTES, error -> {
            listener.error(Streams.SYSTEM_COMPONENT, 0, error);
            listener.broken("its sending thread ended", error);
        });
        senderThread = threads.newThread(sender);
        links = new PeerLinks(
                slot,
                assignment,
                name -> new WorkerLink(
                        name,
                        topology.settings().transferCreditBytes(),
                        sender.transfer(),
                        receiver,
                        sender::wake,
                        this::activateWhenReady),
                sender);
        Wiring wiring = new Wiring(
                topology,
                slot,
                components,
                registry,
                maxFrameBytes,
                inboxes,
                localTasks,
                localTasks.stream().map(TaskId::number).toList(),
                links,
                sender.transfer(),
                new StreamIndex(topology),
                new AckArrays());
        unopened = new CountDownLatch(own.size());
        int spouts = 0;
        for (ExecutorId executor : own) {
            spouts += Wiring.isSpout(topology, executor) ? 1 : 0;
            try {
                executors.put(executor, executor(executor, wiring, spins, random, nanoClock, threads));
            } catch (RuntimeException e) {
                throw new IllegalStateException("Executor " + executor + " cannot be made: " + e, e);
            }
        }
        spoutExecutors = spouts;
    }

    private RunningExecutor executor(
            ExecutorId id,
            Wiring wiring,
            SpinPermits spins,
            RandomGenerator random,
            LongSupplier nanoClock,
            ThreadFactory threads) {
        FrameReader reader = new FrameReader(
                wiring.streams(), wiring.codec(), (task, error) -> listener.error(id.component(), task, error));
        return new RunningExecutor(
                topology,
                id,
                wiring.inbox(id.firstTask()),
                new ExecutorSurroundings(wiring, id),
                reader,
                new Reports(),
                spins,
                random,
                nanoClock,
                threads);
    }

    /** The workers that this one is to be linked to. */
    public Set<WorkerSlot> peers() {
        return links.slots();
    }

    /** Links this worker to its peers and starts its threads. The links end with the endpoint, which is the caller's. */
    public void start(Endpoint endpoint, Function<WorkerSlot, PeerAddress> addresses) {
        links.open(endpoint, addresses);
        senderThread.start();
        executors.values().forEach(RunningExecutor::start);
    }

    /**
     * Others run elsewhere now; the executors here are the same, and so is the layout. Called by one thread, after {@link #start}.
     *
     * @throws IllegalArgumentException if the slot has other executors in this assignment, or others are cut anew: that takes another
     *     worker
     */
    public void usePeers(Assignment assignment, Function<WorkerSlot, PeerAddress> addresses) {
        if (!isFor(assignment)) {
            throw new IllegalArgumentException("Version " + assignment.version() + " takes another worker");
        }
        List<WorkerLink> added = links.use(assignment, addresses);
        if (unopened.getCount() == 0) {
            added.forEach(WorkerLink::sayPrepared);
        }
    }

    /**
     * Whether this worker can do its part in an assignment as it is: its own executors are the same, there are no more tasks, and the
     * executors that acks go to are cut as they were.
     */
    public boolean isFor(Assignment assignment) {
        Set<ExecutorId> before = new HashSet<>(topology.layout().executors());
        long tasks = 0;
        for (ExecutorId executor : assignment.executors().keySet()) {
            tasks += executor.taskCount();
            if (!before.contains(executor) && (Wiring.isAcker(executor) || Wiring.isSpout(topology, executor))) {
                return false;
            }
        }
        return tasks == topology.layout().taskCount()
                && executors.keySet().equals(new TreeSet<>(assignment.executorsOn(slot)));
    }

    /** Whether every executor here is prepared and every peer has said the same of its own. */
    public boolean isPrepared() {
        return unopened.getCount() == 0 && links.all().stream().allMatch(WorkerLink::isPeerPrepared);
    }

    /** Spouts are asked for tuples, as soon as all is prepared, or no longer. */
    public void setActive(boolean active) {
        wantedActive = active;
        activateWhenReady();
    }

    /** Every spout task here has finished, with nothing pending. */
    public boolean isFinished() {
        return finishedSpouts.size() == spoutExecutors;
    }

    /** Nothing is done and nothing is under way in this worker, at this moment. */
    public boolean isAtRest() {
        return (links.slots().isEmpty() || sender.isAtRest())
                && executors.values().stream().allMatch(RunningExecutor::isAtRest);
    }

    /** Moves on whenever an executor does something. */
    public long turns() {
        return executors.values().stream().mapToLong(RunningExecutor::turns).sum();
    }

    /**
     * Looks for executors that are stuck, and reports each once as an error of its component, with the stack that it is stuck in. To be
     * called often, by one thread, which alone may ask what was found.
     */
    public void lookForStuck(long nowNanos) {
        List<StuckTasks.Progress> progress = executors.values().stream()
                .map(executor -> new StuckTasks.Progress(
                        executor.id(), executor.steps(), executor.waitedNanos(), executor.isAtWork()))
                .toList();
        Set<ExecutorId> found = new TreeSet<>(stuck.look(progress, nowNanos));
        executors.values().stream()
                .filter(executor -> found.contains(executor.id()))
                .forEach(this::reportStuck);
    }

    private void reportStuck(RunningExecutor executor) {
        IllegalStateException error = new IllegalStateException("Executor " + executor.id()
                + " is stuck: a call has not returned for " + Config.TOPOLOGY_TASK_STUCK_SECS
                + "; the stack trace shows where. After twice that time a cluster starts its worker anew; if calls may last so"
                + " long, make the key larger");
        error.setStackTrace(executor.stackTrace());
        listener.error(executor.id().component(), executor.id().firstTask().number(), error);
    }

    /** Nanoseconds for which an executor has got no further, if it is stuck; otherwise 0. */
    long stuckNanos(ExecutorId executor) {
        return stuck.stuckNanos(executor);
    }

    /** Executors that are stuck for so long that only a new process may help. */
    List<ExecutorId> hopeless() {
        return stuck.hopeless();
    }

    /** Frames to peers, on the connections there are. All workers together sent as many as they received when nothing is between. */
    public long sentFrames() {
        return links.sum(WorkerLink::sentFrames);
    }

    /** Frames of peers that are in inboxes, or were, on the connections there are. */
    public long receivedFrames() {
        return links.sum(WorkerLink::receivedFrames);
    }

    public Map<ExecutorId, RunningExecutor> executors() {
        return executors;
    }

    /** Frames of other workers that were lost on the way or that nobody here takes. */
    public long lostFrames() {
        return receiver.strays() + links.sum(WorkerLink::lost);
    }

    /** Asks all executors to end after the call in hand. */
    public void stop() {
        links.all().forEach(WorkerLink::expectEnd);
        executors.values().forEach(RunningExecutor::stop);
    }

    /**
     * Ends all threads: asks, waits, and at last interrupts user code that does not return.
     *
     * @param graceEndNanos when to interrupt, on the clock of {@link System#nanoTime}
     */
    public void close(long graceEndNanos) {
        stop();
        try {
            join(graceEndNanos);
            sender.stop();
            senderThread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        links.close();
    }

    private void join(long graceEndNanos) throws InterruptedException {
        List<RunningExecutor> late = stillAlive(List.copyOf(executors.values()), graceEndNanos);
        for (RunningExecutor executor : late) {
            LOG.warn("executor={} does not return from user code; it is interrupted", executor.id());
            executor.interrupt();
        }
        for (RunningExecutor executor : stillAlive(late, System.nanoTime() + INTERRUPTED_NANOS)) {
            LOG.error("executor={} does not end even when interrupted; its thread is left behind", executor.id());
        }
    }

    private static List<RunningExecutor> stillAlive(List<RunningExecutor> of, long endNanos)
            throws InterruptedException {
        List<RunningExecutor> alive = new ArrayList<>();
        for (RunningExecutor executor : of) {
            if (!executor.join(TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()))) {
                alive.add(executor);
            }
        }
        return alive;
    }

    private synchronized void activateWhenReady() {
        boolean active = wantedActive && (toldActive || isPrepared());
        if (active != toldActive) {
            toldActive = active;
            executors.values().forEach(executor -> executor.setActive(active));
        }
    }

    private boolean takes(int task, AckKind kind) {
        ExecutorId executor = topology.layout().executorOf(new TaskId(task));
        return Wiring.isAcker(executor) ? kind.isForAcker() : Wiring.isSpout(topology, executor) && kind.isForSpout();
    }

    private void onOpened() {
        unopened.countDown();
        if (unopened.getCount() == 0) {
            links.all().forEach(WorkerLink::sayPrepared);
            activateWhenReady();
        }
    }

    /** What the executors tell this worker. */
    private final class Reports implements ExecutorListener {
        @Override
        public void opened(ExecutorId executor) {
            onOpened();
        }

        @Override
        public void finished(ExecutorId executor, boolean finished) {
            if (finished) {
                finishedSpouts.add(executor);
            } else {
                finishedSpouts.remove(executor);
            }
        }

        @Override
        public void error(String component, int task, Throwable error) {
            listener.error(component, task, error);
        }

        @Override
        public void keepsFailing(String component, int task, Throwable error) {
            listener.broken("component '" + component + "' task " + task + " keeps failing", error);
        }

        @Override
        public void died(ExecutorId executor, Throwable error) {
            listener.error(executor.component(), executor.firstTask().number(), error);
            listener.broken("executor " + executor + " ended", error);
        }

        @Override
        public int freshIncarnation(int task) {
            return listener.freshIncarnation(task);
        }
    }
}
