package com.example.directory;

import dev.gale.spi.plugin.ConfigSection;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The section {@code directory}.
 *
 * @param path the directory, which every process of the cluster names
 * @param sessionTimeout how long the others wait for a sign of life before they end a session
 * @param pollInterval between two looks for what others wrote
 */
record Settings(Path path, Duration sessionTimeout, Duration pollInterval) {
    private static final Duration SHORTEST_SESSION = Duration.ofMillis(500);
    private static final Duration LONGEST_POLL = Duration.ofSeconds(1);

    /** Reads all of it, and rejects every problem together. */
    static Settings of(ConfigSection section) {
        String text = section.string("path");
        Duration sessionTimeout = section.duration("session-timeout", Duration.ofSeconds(10));
        Duration pollInterval = section.duration("poll-interval", Duration.ofMillis(20));
        Path path = Path.of("");
        try {
            path = Path.of(text).toAbsolutePath();
        } catch (InvalidPathException e) {
            section.problem("path", "is no path: " + e.getReason());
        }
        if (sessionTimeout.compareTo(SHORTEST_SESSION) < 0) {
            section.problem("session-timeout", "is at least " + SHORTEST_SESSION.toMillis() + "ms");
        }
        if (pollInterval.toMillis() < 1 || pollInterval.compareTo(LONGEST_POLL) > 0) {
            section.problem("poll-interval", "is between 1ms and " + LONGEST_POLL.toMillis() + "ms");
        }
        section.rejectProblems();
        return new Settings(path, sessionTimeout, pollInterval);
    }
}
