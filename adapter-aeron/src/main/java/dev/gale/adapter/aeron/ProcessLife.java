package dev.gale.adapter.aeron;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** What tells this process from all others of its host, also from those that had its pid before. */
final class ProcessLife {
    private static final Path STAT = Path.of("/proc/self/stat");

    /** The 22nd field of all, and behind the name: in ticks since the system began, since times of day move with the clock. */
    private static final int START_TICKS = 19;

    private static final String OWN = ProcessHandle.current().pid() + "-" + start();

    private ProcessLife() {}

    /** Pid and start, such as {@code 4711-98213}. */
    static String own() {
        return OWN;
    }

    private static long start() {
        try {
            String stat = Files.readString(STAT, StandardCharsets.ISO_8859_1);
            // The name, in parentheses, may have anything in it.
            return Long.parseLong(
                    stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ")[START_TICKS]);
        } catch (IOException e) {
            // A system that tells it in another way.
            return ProcessHandle.current()
                    .info()
                    .startInstant()
                    .map(Instant::toEpochMilli)
                    .orElse(0L);
        }
    }
}
