package dev.gale.distribution.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Whether anybody may still use a companion: the supervisor that wrote its pid beside it last, or a worker whose directory is below
 * the same local directory.
 */
final class CompanionUse {
    private static final String FILE = "supervisor.pid";

    private final Path file;
    private final MarkedProcesses workers;

    /** @param directory of the companion: two below the supervisor's local one */
    CompanionUse(Path directory) {
        file = directory.resolve(FILE);
        workers = MarkedProcesses.workers(directory.resolve("../..").normalize(), Duration.ZERO);
    }

    /** This process is the supervisor now. */
    void claim() throws IOException {
        Files.writeString(file, Long.toString(ProcessHandle.current().pid()));
    }

    boolean hasWorkers() {
        return !workers.running().isEmpty();
    }

    boolean isUsed() {
        return supervisorRuns() || hasWorkers();
    }

    private boolean supervisorRuns() {
        try {
            String pid = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return pid.matches("\\d{1,18}")
                    && ProcessHandle.of(Long.parseLong(pid))
                            .map(ProcessHandle::isAlive)
                            .orElse(false);
        } catch (IOException e) {
            // The directory is gone, and whoever would look for the companion there.
            return false;
        }
    }
}
