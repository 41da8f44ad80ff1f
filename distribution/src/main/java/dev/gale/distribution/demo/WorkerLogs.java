package dev.gale.distribution.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What workers said last, for when they say it nowhere else: their logs go with the cluster. */
final class WorkerLogs {
    private static final String NAME = "worker.log";
    private static final int LONGEST = 300;

    private WorkerLogs() {}

    /** @return the last line of each log below a directory, with its place in there */
    static List<String> lastLines(Path directory) throws IOException {
        List<Path> logs;
        try (Stream<Path> files =
                Files.find(directory, Integer.MAX_VALUE, (path, is) -> is.isRegularFile() && path.endsWith(NAME))) {
            logs = files.sorted().toList();
        }
        List<String> lines = new ArrayList<>();
        for (Path log : logs) {
            String text = Files.readString(log, StandardCharsets.ISO_8859_1).strip();
            String line = text.substring(text.lastIndexOf('\n') + 1);
            lines.add(directory.relativize(log) + ": "
                    + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "..."));
        }
        return lines;
    }
}
