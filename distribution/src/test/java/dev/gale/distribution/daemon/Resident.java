package dev.gale.distribution.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of a process that is in RAM: heap, direct buffers and all else. */
final class Resident {
    private static final String LINE = "VmRSS:";

    private Resident() {}

    static long bytes(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith(LINE))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(kilobytes -> Long.parseLong(kilobytes) << 10)
                .findFirst()
                .orElseThrow(() -> new IOException("process " + pid + " has no " + LINE));
    }
}
