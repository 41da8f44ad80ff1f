package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.ConfigSection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A media driver of ours.
 *
 * @param base below which its directory is made
 * @param idle how long a peer or a client may give no sign of life
 * @param park how long its thread sleeps at most when there is nothing to do
 * @param maxSessions streams that one endpoint may have
 * @param maxTermBytes longest buffer part that a stream from elsewhere may ask for
 */
record DriverSettings(Path base, Duration idle, Duration park, int maxSessions, int maxTermBytes) {
    /** In the section of the adapter: what a companion reads. */
    static final String SECTION = "companion";

    static final String IDLE_TIMEOUT = "idle-timeout";
    static final String IDLE_PARK = "idle-park";
    static final String MAX_TERM_LENGTH = "max-term-length";
    static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(10);
    static final Duration LEAST_IDLE_TIMEOUT = Duration.ofSeconds(1);
    static final Duration DEFAULT_IDLE_PARK = Duration.ofMillis(1);

    private static final int MAX_SESSIONS = 1_024;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** Of a companion: reads all of its section and reports every problem together. */
    static DriverSettings read(ConfigSection section) {
        DriverSettings settings = new DriverSettings(
                section.has(AeronSettings.DIRECTORY) ? Path.of(section.string(AeronSettings.DIRECTORY)) : defaultBase(),
                AeronSettings.time(section, IDLE_TIMEOUT, DEFAULT_IDLE_TIMEOUT),
                AeronSettings.time(section, IDLE_PARK, DEFAULT_IDLE_PARK),
                AeronSettings.count(section, "max-sessions", MAX_SESSIONS, 100_000),
                AeronSettings.bytes(
                        section,
                        MAX_TERM_LENGTH,
                        AeronSettings.DEFAULT_TERM,
                        AeronSettings.LEAST_TERM,
                        AeronSettings.MOST_TERM));
        if (settings.idle.compareTo(LEAST_IDLE_TIMEOUT) < 0) {
            section.problem(IDLE_TIMEOUT, "must be at least " + LEAST_IDLE_TIMEOUT.toSeconds() + "s");
        }
        section.rejectProblems();
        return settings;
    }

    /** Of a driver inside the process that uses it. */
    static DriverSettings embedded(AeronSettings settings) {
        return new DriverSettings(
                settings.directory().orElseGet(DriverSettings::defaultBase),
                settings.times().idle(),
                settings.times().park(),
                MAX_SESSIONS,
                settings.streams().termBytes());
    }

    private static Path defaultBase() {
        Path parent = Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("gale-aeron-" + System.getProperty("user.name"));
    }
}
