package dev.gale.distribution.daemon;

import dev.gale.runtime.supervisor.Jvm;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    private static final String JAVA = "/" + Jvm.current().executable().getFileName();

    private static final Duration KILL_PATIENCE = Duration.ofSeconds(5);

    private final String kind;
    private final String mark;
    private final Duration grace;

    private MarkedProcesses(String kind, String mark, Path directory, Duration grace) {
        this.kind = kind;
        this.mark = mark(mark, directory);
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
        return mark(COMPANION, directory);
    }

    /** Over the real path, as workers are marked, so that it does not matter which links lead to the directory. */
    private static String mark(String first, Path directory) {
        return first + real(directory.toAbsolutePath().normalize()) + "/";
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (NoSuchFileException e) {
            Path parent = directory.getParent();
            return parent == null ? directory : real(parent).resolve(directory.getFileName());
        } catch (IOException e) {
            throw new EngineException(Category.UNAVAILABLE, directory + " cannot be looked at: " + e, e);
        }
    }

    List<ProcessHandle> running() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    @Override
    public void close() {
        end(running());
    }

    /** @param running some of those that run */
    void end(List<ProcessHandle> running) {
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

    /** Of this user, and marked where we put the mark: a text that happens to be in somebody's arguments marks nothing. */
    private boolean isMarked(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        if (!info.user().equals(ProcessHandle.current().info().user())) {
            return false;
        }
        if (info.arguments().isPresent()) {
            return isMarked(info.command().orElse(""), List.of(info.arguments().get()));
        }
        // A long command line is shown as one text, and only its beginning.
        return info.commandLine().map(this::isMarked).orElse(false);
    }

    private boolean isMarked(String program, List<String> arguments) {
        if (isJava(program)) {
            return !arguments.isEmpty() && arguments.get(0).startsWith(mark);
        }
        // What puts Java in its place in a moment.
        return arguments.size() > 1
                && isJava(arguments.get(0))
                && arguments.get(1).startsWith(mark);
    }

    private boolean isMarked(String line) {
        int at = line.indexOf(" " + mark);
        return at > 0 && isJava(line.substring(0, at));
    }

    private static boolean isJava(String program) {
        return program.endsWith(JAVA);
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
