package dev.gale.runtime.supervisor;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts a process into a session of its own, where the host has a program for that: an interrupt at the terminal of a supervisor is
 * sent to all processes of its group, and workers outlive their supervisor. That program becomes the worker, so the pid is the
 * worker's: it would fork only if it led a process group, and no child of a JVM does.
 */
public final class OwnSession {
    private static final String PROGRAM = "setsid";

    private OwnSession() {}

    /** What comes before a command; empty if there is nothing that does it. */
    public static List<String> prefix() {
        return find(Optional.ofNullable(System.getenv("PATH")).orElse("")).stream()
                .map(Path::toString)
                .toList();
    }

    static Optional<Path> find(String path) {
        return Stream.of(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, PROGRAM))
                .filter(program -> program.isAbsolute() && Files.isExecutable(program))
                .findFirst();
    }
}
