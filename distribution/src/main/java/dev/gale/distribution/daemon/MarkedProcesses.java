package dev.gale.distribution.daemon;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker processes whose directories are below one directory. Closing ends them: they are told to, and killed when they have had the
 * time for it. Whoever would start others in their place is to be closed before.
 */
final class WorkerProcesses implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcesses.class);

    /** What a supervisor puts first on the command line of a worker; its directory follows. */
    private static final String MARK = "-Dgale.worker.directory=";

    private static final Duration KILL_PATIENCE = Duration.ofSeconds(5);

    private final String mark;
    private final Duration grace;

    /** @param grace for a worker to end by itself */
    WorkerProcesses(Path directory, Duration grace) {
        mark = MARK + directory.toAbsolutePath().normalize() + "/";
        this.grace = grace;
    }

    List<ProcessHandle> running() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    @Override
    public void close() {
        List<ProcessHandle> workers = running();
        workers.forEach(ProcessHandle::destroy);
        if (!haveEnded(workers, grace)) {
            List<ProcessHandle> left =
                    workers.stream().filter(ProcessHandle::isAlive).toList();
            LOG.warn(
                    "{} worker(s) did not end within {} and are killed: {}",
                    left.size(),
                    grace,
                    left.stream().map(ProcessHandle::pid).toList());
            left.forEach(ProcessHandle::destroyForcibly);
            haveEnded(left, KILL_PATIENCE);
        }
    }

    private boolean isMarked(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        Predicate<String> marked = argument -> argument.startsWith(mark);
        return info.arguments()
                        .map(all -> Stream.of(all).limit(1).anyMatch(marked))
                        .orElse(false)
                || info.commandLine().map(line -> line.contains(" " + mark)).orElse(false);
    }

    private static boolean haveEnded(List<ProcessHandle> processes, Duration patience) {
        CompletableFuture<?>[] ends =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot be waited for", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
