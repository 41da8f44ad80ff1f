package dev.gale.distribution.daemon;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;
    private static final int MOST_TAIL_BYTES = 2_000;

    private final Path directory;
    private final List<String> command;
    private final CompanionUse use;
    private final MarkedProcesses running;
    private final ScheduledExecutorService work =
            Executors.newSingleThreadScheduledExecutor(Threads.daemon("gale-companion-watch"));
    private volatile boolean closed;

    /** Of the working thread. */
    private long pauseMillis = FIRST_PAUSE_MILLIS;

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
        ProcessHandle process = left.isPresent() ? left.get() : launch();
        long startNanos = System.nanoTime();
        while (CompanionNote.read(directory)
                .filter(note -> note.pid() == process.pid())
                .isEmpty()) {
            boolean late = System.nanoTime() - startNanos >= START_PATIENCE.toNanos();
            if (late || !process.isAlive()) {
                process.destroyForcibly();
                throw new EngineException(
                        Category.UNAVAILABLE,
                        "The companion of the transport did not start" + (late ? " in time" : "") + ": " + tail());
            }
            pause();
        }
        LOG.info("pid={} is the companion of the transport{}", process.pid(), left.isPresent() ? ", taken over" : "");
        return process;
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException(Category.UNAVAILABLE, "interrupted while the companion started", e);
        }
    }

    private ProcessHandle launch() throws IOException {
        File log = log().toFile();
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(Redirect.from(Redirect.DISCARD.file()))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log))
                .start();
        return process.toHandle();
    }

    private Path log() {
        return directory.resolve("companion.log");
    }

    private String tail() throws IOException {
        String all = Files.exists(log()) ? Files.readString(log(), StandardCharsets.UTF_8) : "";
        return all.substring(Math.max(0, all.length() - MOST_TAIL_BYTES)).strip();
    }

    private void watch(ProcessHandle process) {
        process.onExit().thenRun(() -> {
            if (!closed) {
                LOG.warn("pid={} the companion of the transport has ended, and is started again", process.pid());
                schedule(0);
            }
        });
    }

    private synchronized void schedule(long delayMillis) {
        if (!closed) {
            work.schedule(this::restart, delayMillis, TimeUnit.MILLISECONDS);
        }
    }

    private void restart() {
        if (closed) {
            return;
        }
        try {
            watch(take());
            pauseMillis = FIRST_PAUSE_MILLIS;
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                LOG.error(
                        "The companion of the transport does not start, and is tried again in {} s: {}",
                        pauseMillis / 1_000,
                        e.getMessage());
                schedule(pauseMillis);
                pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            }
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
            running.close();
        }
    }
}
