package dev.gale.runtime.supervisor;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The real host: workers are processes, and what is known about them is in files, so that the next supervisor finds them. Called by
 * one thread at a time; everything that takes its time is done on the threads it is given. Its workers go on when it is closed, and
 * when its process ends.
 */
public final class ProcessHost implements Host, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessHost.class);
    private static final long EXIT_POLL_MILLIS = 100;
    private static final long LEFTOVERS_SECONDS = 60;
    private static final long LOG_SECONDS = 5;
    private static final long SAVE_AGAIN_SECONDS = 5;
    private static final long STRAYS_SECONDS = 10;

    private final ScheduledExecutorService work;
    private final Supplier<String> incarnations;
    private final CodeStore code;
    private final LocalTree tree;
    private final StateFile stateFile;
    private final ProcessTable processes = new ProcessTable();
    private final WorkerFinder finder;
    private final WorkerLauncher launcher;
    private final BeatReaders beats;
    private final ExitWatch exits = new ExitWatch(processes);
    private final InTurn codeWork;

    private final OldLogs oldLogs;

    /** What the workers are for that run or are being started, by incarnation. */
    private final Map<String, SlotAssignment> held = new ConcurrentHashMap<>();

    /** Held while logs are removed: a worker that is about to write some waits. */
    private final Object logsLock = new Object();

    /** How the processes that this one has started end, by incarnation. */
    private final Map<String, CompletableFuture<String>> children = new ConcurrentHashMap<>();

    private final Set<WorkerProcess> strays = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Remembered> unsaved = new AtomicReference<>();
    private final Future<?> exitPoll;
    private final Future<?> leftoversPoll;
    private final Future<?> logPoll;

    /** Of the control thread. */
    private CompletableFuture<Void> saved = CompletableFuture.completedFuture(null);

    private volatile boolean surveyed;
    private volatile @Nullable Set<String> topologies;
    private volatile boolean closed;

    /**
     * What is configured.
     *
     * @param localDirectory of this supervisor alone
     * @param environment names of variables that workers see besides the usual ones
     * @param logBytes over which a log is put aside, when the next worker starts and while one runs
     * @param logRetention for which the logs of topologies without an assignment stay since they were written last; zero: for ever
     */
    public record Settings(
            Path localDirectory,
            SupervisorId self,
            PortProbe ports,
            Set<String> environment,
            long logBytes,
            Duration logRetention) {
        public Settings {
            environment = Set.copyOf(environment);
        }
    }

    /**
     * @param work threads that may wait; two or more, so that a slow disk does not hold up everything
     * @param incarnations never the same twice; letters, digits, '-' and '_'
     * @throws EngineException FATAL if the local directory cannot be used
     */
    public ProcessHost(
            Settings settings,
            WorkerCommand command,
            CodeStore code,
            Heartbeats heartbeats,
            ScheduledExecutorService work,
            Supplier<String> incarnations) {
        this.code = code;
        this.work = work;
        this.incarnations = incarnations;
        tree = LocalTree.open(settings.localDirectory());
        stateFile = new StateFile(tree.stateFile());
        finder = new WorkerFinder(tree, processes);
        launcher = new WorkerLauncher(settings, tree, processes, command, code, work);
        beats = new BeatReaders(heartbeats);
        codeWork = new InTurn(work);
        oldLogs = new OldLogs(tree, new LogRetention(settings.logRetention()), InstantSource.system());
        exitPoll = work.scheduleWithFixedDelay(
                safely(exits::poll), EXIT_POLL_MILLIS, EXIT_POLL_MILLIS, TimeUnit.MILLISECONDS);
        leftoversPoll = work.scheduleWithFixedDelay(
                safely(this::removeLeftovers), LEFTOVERS_SECONDS, LEFTOVERS_SECONDS, TimeUnit.SECONDS);
        logPoll = work.scheduleWithFixedDelay(
                safely(() -> {
                    cutLogs(settings.logBytes());
                    removeOldLogs();
                }),
                LOG_SECONDS,
                LOG_SECONDS,
                TimeUnit.SECONDS);
    }

    /** Ends those that cannot be adopted. Looks at all processes, and so takes a moment. */
    @Override
    public SortedMap<Integer, Found> findWorkers() {
        WorkerFinder.Finding finding = finder.find();
        finding.strays().forEach(this::end);
        SortedMap<Integer, Found> found = new TreeMap<>();
        finding.workers().forEach((port, note) -> {
            String incarnation = note.process().incarnation();
            held.put(incarnation, note.assignment());
            found.put(port, new Found(note.process(), note.assignment()));
            work.execute(() -> launcher.write(note, tree.worker(incarnation)));
        });
        surveyed = true;
        work.execute(safely(this::removeLeftovers));
        return found;
    }

    @Override
    public SortedMap<String, String> findCode() {
        return code.findCode();
    }

    @Override
    public Optional<Remembered> recall() {
        return stateFile.read();
    }

    /** Returns before it is on disk; no worker is started before that was tried. */
    @Override
    public void remember(Remembered what) {
        unsaved.set(what);
        saved = saved.thenRunAsync(safely(this::save), work);
    }

    @Override
    public void keepLogs(Set<String> assigned) {
        topologies = assigned;
    }

    @Override
    public CompletionStage<Void> fetchCode(String topology, String digest) {
        return codeWork.add(topology, () -> code.fetch(topology, digest));
    }

    @Override
    public void deleteCode(String topology) {
        codeWork.add(topology, () -> {
                    code.delete(topology);
                    return CompletableFuture.completedStage(null);
                })
                .whenComplete((nothing, failure) -> {
                    if (failure != null) {
                        LOG.warn("topology={} its files cannot be deleted: {}", topology, failure.getMessage());
                    }
                });
    }

    @Override
    public CompletionStage<WorkerProcess> launch(int port, SlotAssignment assignment) {
        return saved.thenCombine(noStrays(), (nothing, none) -> assignment)
                .thenApplyAsync(wanted -> start(port, wanted), work);
    }

    @Override
    public CompletionStage<String> exit(WorkerProcess process) {
        CompletableFuture<String> child = children.get(process.incarnation());
        return child != null
                ? child
                : exits.gone(process)
                        .thenApply(nothing -> "it is gone; an earlier supervisor has started it, and only "
                                + "that one could tell its exit code");
    }

    @Override
    public void terminate(WorkerProcess process) {
        processes.terminate(process);
    }

    @Override
    public void kill(WorkerProcess process) {
        processes.kill(process);
    }

    @Override
    public void cleanUp(int port, WorkerProcess process) {
        work.execute(safely(() -> {
            try {
                beats.forget(place(process));
            } finally {
                children.remove(process.incarnation());
                finder.remove(process.incarnation());
                held.remove(process.incarnation());
                removeLeftovers();
            }
        }));
    }

    @Override
    public Optional<Beat> lastBeat(int port, WorkerProcess process) {
        SlotAssignment assignment = held.get(process.incarnation());
        return assignment == null ? Optional.empty() : beats.last(place(process), process, assignment.generation());
    }

    /** Leaves the workers, and what is kept for the next supervisor; what is not on disk yet is written, and nothing later. */
    @Override
    public void close() {
        save();
        synchronized (stateFile) {
            closed = true;
        }
        exitPoll.cancel(false);
        leftoversPoll.cancel(false);
        logPoll.cancel(false);
        beats.close();
    }

    private WorkerProcess start(int port, SlotAssignment assignment) {
        String incarnation = incarnations.get();
        synchronized (logsLock) {
            held.put(incarnation, assignment);
        }
        try {
            WorkerLauncher.Started started = launcher.start(port, assignment, incarnation);
            children.put(incarnation, started.exit());
            return started.process();
        } catch (RuntimeException e) {
            held.remove(incarnation);
            throw e;
        }
    }

    private void save() {
        synchronized (stateFile) {
            Remembered next = closed ? null : unsaved.getAndSet(null);
            if (next == null) {
                return;
            }
            try {
                stateFile.write(next);
            } catch (IOException e) {
                unsaved.compareAndSet(null, next);
                LOG.error(
                        "What is assigned is not remembered over a restart, and tried again: {}",
                        Reasons.failure("it cannot be written", tree.stateFile(), e)
                                .getMessage());
                work.schedule(safely(this::save), SAVE_AGAIN_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private void cutLogs(long logBytes) {
        try {
            for (Path directory : tree.allLogs()) {
                WorkerLog.cut(directory, logBytes);
            }
        } catch (IOException e) {
            LOG.warn("Logs of workers cannot be kept small: {}", Reasons.of(e));
        }
    }

    private void removeOldLogs() {
        if (surveyed && !closed && topologies != null) {
            oldLogs.remove(this::hasUseForLogs, (topology, removal) -> {
                synchronized (logsLock) {
                    if (!hasUseForLogs(topology)) {
                        removal.run();
                    }
                }
            });
        }
    }

    private boolean hasUseForLogs(String topology) {
        Set<String> assigned = topologies;
        return assigned == null
                || assigned.contains(topology)
                || held.values().stream().anyMatch(each -> each.topology().equals(topology));
    }

    /** Not before the workers were looked for: until then, those of others are not known. */
    private void removeLeftovers() {
        if (surveyed && !closed) {
            finder.removeLeftovers(held::containsKey).forEach(this::end);
        }
    }

    private void end(WorkerProcess stray) {
        if (strays.add(stray)) {
            LOG.warn(
                    "pid={} incarnation={} is a worker that cannot be looked after, and is killed",
                    stray.pid(),
                    stray.incarnation());
            exits.gone(stray)
                    .thenRunAsync(
                            safely(() -> {
                                strays.remove(stray);
                                removeLeftovers();
                            }),
                            work);
        }
        processes.kill(stray);
    }

    /** Such a worker may still have the port of the next. */
    private CompletableFuture<Void> noStrays() {
        CompletableFuture<?>[] ends = strays.stream()
                .map(stray -> exits.gone(stray).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(ends)
                .orTimeout(STRAYS_SECONDS, TimeUnit.SECONDS)
                .exceptionally(late -> {
                    throw new EngineException(
                            Category.UNAVAILABLE, "workers that were killed are still there: " + strays, late);
                });
    }

    private Path place(WorkerProcess process) {
        return LocalTree.heartbeat(tree.worker(process.incarnation()));
    }

    private static Runnable safely(Runnable action) {
        return () -> {
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.warn("The host goes on after: {}", e.toString(), e);
            }
        };
    }
}
