package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the processes of workers. What can be told beforehand to go wrong is told then, and nothing is left behind. */
final class WorkerLauncher {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLauncher.class);

    /** All that a worker sees of the supervisor's environment, unless it is configured to see more. */
    private static final Set<String> ENVIRONMENT =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR");

    private static final int SIGNALLED = 128;
    private static final Map<Integer, String> SIGNALS =
            Map.of(2, "SIGINT", 6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

    /** Who was sent one of these has not said why. */
    private static final Set<Integer> FROM_OUTSIDE = Set.of(2, 9, 15);

    private final ProcessHost.Settings settings;
    private final LocalTree tree;
    private final ProcessTable processes;
    private final WorkerCommand command;
    private final CodeStore code;
    private final Executor work;

    /** @param exit completes with how it ended */
    record Started(WorkerProcess process, CompletableFuture<String> exit) {}

    WorkerLauncher(
            ProcessHost.Settings settings,
            LocalTree tree,
            ProcessTable processes,
            WorkerCommand command,
            CodeStore code,
            Executor work) {
        this.settings = settings;
        this.tree = tree;
        this.processes = processes;
        this.command = command;
        this.code = code;
        this.work = work;
    }

    /** @throws RuntimeException with what is in the way */
    Started start(int port, SlotAssignment assignment, String incarnation) {
        if (!code.isWhole(assignment.topology(), assignment.codeDigest())) {
            throw new CodeMissingException("the files of " + assignment.topology() + " are not here, or not whole");
        }
        Path directory = tree.worker(incarnation);
        Path logs = tree.logs(assignment.topology(), port);
        List<String> line =
                command.of(new WorkerCommand.Launch(settings.self(), port, assignment, incarnation, directory, logs));
        try {
            settings.ports().check(port);
        } catch (IOException e) {
            throw new EngineException(Category.UNAVAILABLE, Reasons.of(e), e);
        }
        WorkerNote note = new WorkerNote(port, assignment, processes.boot(), new WorkerProcess(0, 0, incarnation));
        try {
            LocalTree.makeDirectory(LocalTree.temporary(directory));
            CheckedFile.write(LocalTree.note(directory), note.encode());
            WorkerLog log = WorkerLog.prepare(logs, settings.logBytes());
            Process process = builder(line, directory, log).start();
            WorkerProcess known = new WorkerProcess(process.pid(), processes.startMillis(process.pid()), incarnation);
            write(note.with(known), directory);
            return new Started(known, process.onExit().thenApplyAsync(ended -> how(ended.exitValue(), log), work));
        } catch (IOException e) {
            discard(directory);
            throw Reasons.failure("it cannot be prepared or started", directory, e);
        }
    }

    /** A worker whose note cannot be written is found by its mark. */
    void write(WorkerNote note, Path directory) {
        try {
            CheckedFile.write(LocalTree.note(directory), note.encode());
        } catch (IOException e) {
            LOG.warn(
                    "incarnation={} its pid {} cannot be written down: {}",
                    note.process().incarnation(),
                    note.process().pid(),
                    Reasons.failure("note", LocalTree.note(directory), e).getMessage());
        }
    }

    private ProcessBuilder builder(List<String> line, Path directory, WorkerLog log) {
        List<String> command = new ArrayList<>(OwnSession.prefix());
        command.addAll(line);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(Redirect.from(Redirect.DISCARD.file()))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.file().toFile()));
        Set<String> allowed = new HashSet<>(ENVIRONMENT);
        allowed.addAll(settings.environment());
        builder.environment().keySet().retainAll(allowed);
        return builder;
    }

    private static void discard(Path directory) {
        try {
            LocalTree.delete(directory);
        } catch (IOException e) {
            LOG.warn("directory={} cannot be removed: {}", directory, Reasons.of(e));
        }
    }

    private static String how(int code, WorkerLog log) {
        if (code == 0) {
            return Host.ENDED_WELL;
        }
        String signal = SIGNALS.get(code - SIGNALLED);
        String text = "exit code " + code + (signal == null ? "" : " (" + signal + ")");
        if (FROM_OUTSIDE.contains(code - SIGNALLED)) {
            return text;
        }
        String last = log.tail();
        return last.isEmpty() ? text : text + ": " + last;
    }
}
