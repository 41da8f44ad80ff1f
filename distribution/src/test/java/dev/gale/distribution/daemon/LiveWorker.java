package dev.gale.distribution.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A worker process that runs, as the operating system shows it. */
record LiveWorker(
        ProcessHandle process, String topology, String supervisor, int port, long generation, String incarnation) {
    private static final String MARK = "-Dgale.worker.directory=";
    private static final int ARGUMENTS_AFTER_MAIN = 7;

    long pid() {
        return process.pid();
    }

    String slot() {
        return supervisor + ":" + port;
    }

    /** All whose directory lies within another. */
    static List<LiveWorker> within(Path directory) {
        List<LiveWorker> all = new ArrayList<>();
        ProcessHandle.allProcesses().forEach(process -> read(process, directory).ifPresent(all::add));
        all.sort(Comparator.comparing(LiveWorker::slot).thenComparing(LiveWorker::pid));
        return all;
    }

    private static Optional<LiveWorker> read(ProcessHandle process, Path directory) {
        try {
            String[] words = Files.readString(
                            Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.UTF_8)
                    .split("\0");
            int first = words.length - ARGUMENTS_AFTER_MAIN;
            if (first < 2 || !words[1].startsWith(MARK + directory + "/")) {
                return Optional.empty();
            }
            return Optional.of(new LiveWorker(
                    process,
                    words[first],
                    words[first + 1],
                    Integer.parseInt(words[first + 2]),
                    Long.parseLong(words[first + 3]),
                    words[first + 4]));
        } catch (IOException e) {
            // It has ended meanwhile, or is somebody else's.
            return Optional.empty();
        }
    }
}
