package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.WorkerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of this host. On Linux the start of a process is read from {@code /proc}, as the time since the host was booted: what
 * the JDK tells there moves when the clock is set. A process that has ended and that only its parent has not taken notice of is none.
 */
public final class ProcessTable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessTable.class);
    private static final Path PROC = Path.of("/proc");

    /** The kernel tells times to programs in hundredths of a second. */
    private static final long MILLIS_PER_TICK = 10;

    /** As counted from the state, which follows the name in parentheses. */
    private static final int START_FIELD = 19;

    private final boolean linux = Files.isReadable(PROC.resolve("self/stat"));

    /** Another one after every boot of this host; empty if it cannot be told. */
    String boot() {
        try {
            return linux
                    ? Files.readString(PROC.resolve("sys/kernel/random/boot_id"))
                            .strip()
                    : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** What tells a process from others that have the same pid at other times; 0 if none runs. */
    public long startMillis(long pid) {
        return linux ? startInProc(pid) : startOfHandle(pid);
    }

    boolean isAlive(WorkerProcess process) {
        return process.startMillis() != 0 && startMillis(process.pid()) == process.startMillis();
    }

    void terminate(WorkerProcess process) {
        handle(process).ifPresent(ProcessHandle::destroy);
    }

    void kill(WorkerProcess process) {
        handle(process).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** The workers with directories under {@code workers} that run now, by the names of these, as their command lines tell. */
    SortedMap<String, WorkerProcess> marked(Path workers) {
        String mark = WorkerCommand.mark(workers) + "/";
        SortedMap<String, WorkerProcess> found = new TreeMap<>();
        ProcessHandle.allProcesses().forEach(handle -> {
            Optional<String> argument = arguments(handle).stream()
                    .skip(1)
                    .limit(2) // The third word as long as setsid has not become the JVM yet.
                    .filter(word -> word.startsWith(mark))
                    .findFirst();
            if (argument.isPresent()) {
                String incarnation = argument.get().substring(mark.length());
                long start = startMillis(handle.pid());
                if (start != 0 && LocalTree.isIncarnation(incarnation)) {
                    found.put(incarnation, new WorkerProcess(handle.pid(), start, incarnation));
                }
            }
        });
        return found;
    }

    /** The handle first: should the process end here and its pid be given to another, the JDK does not signal that one. */
    private Optional<ProcessHandle> handle(WorkerProcess process) {
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        if (handle.isPresent() && !isAlive(process)) {
            LOG.warn("pid={} is not the worker {} any more, and is left alone", process.pid(), process.incarnation());
            return Optional.empty();
        }
        return handle;
    }

    private List<String> arguments(ProcessHandle handle) {
        if (!linux) {
            return handle.info()
                    .commandLine()
                    .map(line -> List.of(line.split(" ")))
                    .orElse(List.of());
        }
        try {
            Path file = PROC.resolve(Long.toString(handle.pid())).resolve("cmdline");
            return List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static long startInProc(long pid) {
        try {
            byte[] stat = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("stat"));
            String text = new String(stat, StandardCharsets.ISO_8859_1);
            String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            boolean ended = fields[0].equals("Z") || fields[0].equals("X");
            return ended ? 0 : Long.parseLong(fields[START_FIELD]) * MILLIS_PER_TICK;
        } catch (IOException e) {
            return 0;
        }
    }

    private static long startOfHandle(long pid) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(handle -> handle.info().startInstant())
                .map(Instant::toEpochMilli)
                .orElse(0L);
    }
}
