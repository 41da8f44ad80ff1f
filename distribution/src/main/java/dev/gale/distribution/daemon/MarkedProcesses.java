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
 * The processes of one kind whose directories are below one directory, as their command lines tell. Closing ends them: they are told to,
 * and killed when they have had the time for it. Whoever would start others in their place is to be closed before.
 */
final class MarkedProcesses implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MarkedProcesses.class);

    /** What a supervisor puts first on the command line of a worker; its directory follows. */
    private static final String WORKER = "-Dgale.worker.directory=";

    /** The same for a companion. */
    private static final String COMPANION = "-Dgale.companion.directory=";

    private static final Duration KILL_PATIENCE = Duration.ofSeconds(5);

    private final String kind;
    private final String mark;
    private final Duration grace;

    private MarkedProcesses(String kind, String mark, Path directory, Duration grace) {
        this.kind = kind;
        this.mark = mark + directory.toAbsolutePath().normalize() + "/";
        this.grace = grace;
    }

    /** @param grace for a worker to end by itself */
    static MarkedProcesses workers(Path directory, Duration grace) {
        return new MarkedProcesses("worker", WORKER, directory, grace);
    }

    /** @param grace for a companion to end by itself */
    static MarkedProcesses companions(Path directory, Duration grace) {
        return new MarkedProcesses("companion", COMPANION, directory, grace);
    }

    /** What comes first on the command line of a companion. */
    static String companionMark(Path directory) {
        return COMPANION + directory.toAbsolutePath().normalize() + "/";
    }

    List<ProcessHandle> running() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    @Override
    public void close() {
        List<ProcessHandle> running = running();
        running.forEach(ProcessHandle::destroy);
        if (!haveEnded(running, grace)) {
            List<ProcessHandle> left =
                    running.stream().filter(ProcessHandle::isAlive).toList();
            LOG.warn(
                    "{} {}(s) did not end within {} and are killed: {}",
                    left.size(),
                    kind,
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
