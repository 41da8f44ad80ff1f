package dev.gale.distribution.daemon;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A supervisor's hold on the companion of the transport. One that an earlier supervisor has left is taken over, with the workers that
 * use it; one that ends is started again, at the same place, where the workers find it. Closing ends it only when no worker needs it.
 */
final class CompanionProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CompanionProcess.class);
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    private static final Duration END_GRACE = Duration.ofSeconds(5);
    private static final long LOOK_MILLIS = 20;

    /** The one before it is kept too, beside it. */
    private static final String LOG_FILE = "companion.log";

    private static final int MOST_TAIL_BYTES = 2_000;

    private final Path directory;
    private final List<String> command;
    private final CompanionUse use;
    private final MarkedProcesses running;
    private final ScheduledExecutorService work =
            Executors.newSingleThreadScheduledExecutor(Threads.daemon("gale-companion-watch"));
    private volatile boolean closed;
    private volatile @Nullable ProcessHandle launched;

    /** Guarded by this. */
    private final RestartPause pause = new RestartPause();

    private CompanionProcess(Path directory, List<String> command) {
        this.directory = directory;
        this.command = command;
        this.use = new CompanionUse(directory);
        this.running = MarkedProcesses.companions(directory, END_GRACE);
    }

    /**
     * Returns when the companion can be used.
     *
     * @param directory of the companion alone, which is there
     * @param command that starts it, marked as that of this directory
     * @throws EngineException UNAVAILABLE with the last that it said, if it does not start
     */
    static CompanionProcess start(Path directory, List<String> command) {
        CompanionProcess companion = new CompanionProcess(directory, List.copyOf(command));
        try {
            companion.use.claim();
            companion.watch(companion.take());
            return companion;
        } catch (IOException e) {
            companion.work.shutdownNow();
            throw new EngineException(Category.UNAVAILABLE, "The companion cannot be started: " + e, e);
        } catch (RuntimeException e) {
            companion.close();
            throw e;
        }
    }

    /** What its clients need. */
    Map<String, String> clientSection() {
        return CompanionNote.read(directory)
                .orElseThrow(() -> new IllegalStateException("no note in " + directory))
                .clientSection();
    }

    private ProcessHandle take() throws IOException {
        Optional<ProcessHandle> left = running.running().stream().findFirst();
        if (left.isEmpty()) {
            return launch();
        }
        ProcessHandle process = left.get();
        // What has not said that it is the companion is not ended either: perhaps it is something else.
        String late = awaitNote(process);
        if (!late.isEmpty()) {
            throw new EngineException(
                    Category.UNAVAILABLE,
                    "pid=" + process.pid() + " looks like the companion of the transport and " + late
                            + "; end it if it does not");
        }
        LOG.info("pid={} is the companion of the transport, taken over", process.pid());
        return process;
    }

    private ProcessHandle launch() throws IOException {
        CompanionNote.remove(directory);
        if (Files.exists(log())) {
            Files.move(log(), directory.resolve(LOG_FILE + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        ProcessHandle process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(Redirect.from(Redirect.DISCARD.file()))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log().toFile()))
                .start()
                .toHandle();
        launched = process;
        boolean ready = false;
        try {
            String late = awaitNote(process);
            if (!late.isEmpty()) {
                throw new EngineException(
                        Category.UNAVAILABLE, "The companion of the transport " + late + ": " + tail());
            }
            ready = true;
        } finally {
            if (!ready) {
                process.destroyForcibly();
            }
        }
        LOG.info("pid={} is the companion of the transport", process.pid());
        return process;
    }

    /** @return what is wrong with it; empty when it can be used */
    private String awaitNote(ProcessHandle process) {
        long startNanos = System.nanoTime();
        while (CompanionNote.read(directory)
                .filter(note -> note.pid() == process.pid())
                .isEmpty()) {
            if (!process.isAlive()) {
                return "did not start";
            }
            if (System.nanoTime() - startNanos >= START_PATIENCE.toNanos()) {
                return "did not start in time";
            }
            pause();
        }
        return "";
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException(Category.UNAVAILABLE, "interrupted while the companion started", e);
        }
    }

    private Path log() {
        return directory.resolve(LOG_FILE);
    }

    private String tail() throws IOException {
        String all = Files.exists(log()) ? Files.readString(log(), StandardCharsets.UTF_8) : "";
        return all.substring(Math.max(0, all.length() - MOST_TAIL_BYTES)).strip();
    }

    private void watch(ProcessHandle process) {
        long startNanos = System.nanoTime();
        process.onExit().thenRun(() -> {
            Duration ran = Duration.ofNanos(System.nanoTime() - startNanos);
            restartLater(ran, "pid=" + process.pid() + " the companion of the transport has ended");
        });
    }

    private synchronized void restartLater(Duration ran, String what) {
        if (!closed) {
            Duration wait = pause.after(ran);
            LOG.warn("{}; the next try is in {} s", what, wait.toSeconds());
            work.schedule(this::restart, wait.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void restart() {
        if (closed) {
            return;
        }
        try {
            watch(take());
        } catch (IOException | RuntimeException e) {
            restartLater(Duration.ZERO, "The companion of the transport does not start: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        work.shutdownNow();
        try {
            if (!work.awaitTermination(END_GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("The watch over the companion does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (use.hasWorkers()) {
            LOG.info("The companion of the transport goes on, for the workers that do");
        } else {
            running.end(running.running().stream().filter(this::isCompanion).toList());
        }
    }

    private boolean isCompanion(ProcessHandle process) {
        try {
            return process.equals(launched)
                    || CompanionNote.read(directory)
                            .filter(note -> note.pid() == process.pid())
                            .isPresent();
        } catch (EngineException e) {
            LOG.warn(
                    "pid={} may be the companion of the transport, and is left alone: {}",
                    process.pid(),
                    e.getMessage());
            return false;
        }
    }
}
