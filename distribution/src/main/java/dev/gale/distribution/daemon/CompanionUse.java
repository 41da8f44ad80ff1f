package dev.gale.distribution.daemon;

import dev.gale.runtime.supervisor.ProcessTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether anybody may still use a companion: the supervisor that wrote its pid and its start beside it last, or a worker whose
 * directory is below the same local directory. The start, since another process may have that pid later.
 */
final class CompanionUse {
    static final String FILE = "supervisor.pid";

    /** Pid and start. */
    private static final Pattern CONTENT = Pattern.compile("(\\d{1,18}) (\\d{1,18})");

    private final ProcessTable processes = new ProcessTable();
    private final Path file;
    private final MarkedProcesses workers;

    /** @param directory of the companion: two below the supervisor's local one */
    CompanionUse(Path directory) {
        file = directory.resolve(FILE);
        workers = MarkedProcesses.workers(directory.resolve("../..").normalize(), Duration.ZERO);
    }

    /** This process is the supervisor now. */
    void claim() throws IOException {
        long pid = ProcessHandle.current().pid();
        Files.writeString(file, pid + " " + processes.startMillis(pid));
    }

    boolean hasWorkers() {
        return !workers.running().isEmpty();
    }

    boolean isUsed() {
        return supervisorRuns() || hasWorkers();
    }

    private boolean supervisorRuns() {
        try {
            Matcher supervisor = CONTENT.matcher(
                    Files.readString(file, StandardCharsets.US_ASCII).strip());
            if (!supervisor.matches()) {
                return false;
            }
            long start = Long.parseLong(supervisor.group(2));
            return start != 0 && processes.startMillis(Long.parseLong(supervisor.group(1))) == start;
        } catch (IOException e) {
            // The directory is gone, and whoever would look for the companion there.
            return false;
        }
    }
}
