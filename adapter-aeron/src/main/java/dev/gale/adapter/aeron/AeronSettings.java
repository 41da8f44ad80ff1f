package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The section {@code aeron}; what each key means is on {@link AeronTransportFactory}. */
record AeronSettings(
        DriverChoice driver,
        Optional<Path> directory,
        int maxFrameBytes,
        int maxUnauthenticated,
        StreamSettings streams,
        TimeSettings times) {
    static final String NAME = "aeron";
    static final String DRIVER = "driver";
    static final String DIRECTORY = "dir";
    static final String TERM_LENGTH = "term-length";

    /** Whose media driver is used. */
    enum DriverChoice {
        /** The supervisor's, which tells its workers the directory. */
        COMPANION,
        /** One inside this process. */
        EMBEDDED,
        /** One that somebody else runs in {@code dir}. */
        EXTERNAL
    }

    static final int DEFAULT_TERM = 1 << 20;
    static final int LEAST_TERM = 64 << 10;
    static final int MOST_TERM = 64 << 20;

    private static final int LEAST_MTU = 1_408;
    private static final int MOST_MTU = 65_504;
    private static final int MTU_STEP = 32;
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Reads all of the section and reports every problem together. */
    static AeronSettings read(ConfigSection section) {
        Optional<Path> directory = Optional.of(section.string(DIRECTORY, ""))
                .filter(text -> !text.isBlank())
                .map(Path::of);
        AeronSettings settings = new AeronSettings(
                driver(section, directory),
                directory,
                bytes(section, "max-frame", 8 << 20, 1 << 10, 128 << 20),
                count(section, "max-unauthenticated", 128, 10_000),
                streams(section),
                times(section));
        // The section of the driver that a supervisor starts, which reads it itself.
        section.has(DriverSettings.SECTION);
        section.rejectProblems();
        return settings;
    }

    /** The same, where a supervisor has not said yet which directory its companion has. */
    static void check(ConfigSection section) {
        if (!wantsCompanion(section) || section.has(DIRECTORY)) {
            read(section);
            return;
        }
        Map<String, Object> told = new TreeMap<>(section.values());
        told.put(DRIVER, word(DriverChoice.COMPANION));
        told.put(DIRECTORY, "told-by-the-supervisor");
        read(ConfigSection.of(section.name(), told));
        requireRoomForTerms(section);
    }

    /** What {@code section} says, looked at for whether a companion is wanted; problems are for others to report. */
    static boolean wantsCompanion(ConfigSection section) {
        String driver = section.string(DRIVER, "");
        return driver.equals(word(DriverChoice.COMPANION)) || driver.isEmpty() && !section.has(DIRECTORY);
    }

    /**
     * That a companion hears what its clients send.
     *
     * @throws EngineException REJECTED when its longest term is shorter than theirs
     */
    static void requireRoomForTerms(ConfigSection section) {
        if (section.values().get(DriverSettings.SECTION) instanceof Map<?, ?> companion) {
            Object most = companion.get(DriverSettings.MAX_TERM_LENGTH);
            requireRoomForTerms(section, most == null ? Map.of() : Map.of(DriverSettings.MAX_TERM_LENGTH, most));
        } else {
            requireRoomForTerms(section, Map.of());
        }
    }

    private static void requireRoomForTerms(ConfigSection section, Map<String, Object> companion) {
        long term = ConfigSection.of(section.name(), section.values()).bytes(TERM_LENGTH, DEFAULT_TERM);
        long most =
                ConfigSection.of(DriverSettings.SECTION, companion).bytes(DriverSettings.MAX_TERM_LENGTH, DEFAULT_TERM);
        if (most < term) {
            throw new EngineException(
                    Category.REJECTED,
                    section.name() + "." + DriverSettings.SECTION + "." + DriverSettings.MAX_TERM_LENGTH + " is " + most
                            + ": must be at least " + section.name() + "." + TERM_LENGTH + ", " + term
                            + ", else other hosts are not heard");
        }
    }

    static String word(DriverChoice choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private static DriverChoice driver(ConfigSection section, Optional<Path> directory) {
        String text = section.string(DRIVER, word(directory.isEmpty() ? DriverChoice.EMBEDDED : DriverChoice.EXTERNAL));
        for (DriverChoice choice : DriverChoice.values()) {
            if (word(choice).equals(text)) {
                if (choice != DriverChoice.EMBEDDED && directory.isEmpty()) {
                    section.problem(
                            DIRECTORY,
                            "is required with driver: " + text
                                    + (choice == DriverChoice.COMPANION
                                            ? ", and set by the supervisor that starts one; else say driver: embedded"
                                            : ""));
                }
                return choice;
            }
        }
        section.problem(DRIVER, "must be companion, embedded or external");
        return DriverChoice.EMBEDDED;
    }

    private static StreamSettings streams(ConfigSection section) {
        int term = bytes(section, TERM_LENGTH, DEFAULT_TERM, LEAST_TERM, MOST_TERM);
        if (Integer.bitCount(term) != 1) {
            section.problem(TERM_LENGTH, "must be a power of two, was " + term);
        }
        int mtu = bytes(section, "mtu", LEAST_MTU, LEAST_MTU, MOST_MTU);
        if (mtu % MTU_STEP != 0) {
            section.problem("mtu", "must be a multiple of " + MTU_STEP + ", was " + mtu);
        }
        return new StreamSettings(term, mtu, section.bool("ipc", true));
    }

    private static TimeSettings times(ConfigSection section) {
        TimeSettings times = new TimeSettings(
                time(section, "handshake-timeout", Duration.ofSeconds(5)),
                time(section, DriverSettings.IDLE_TIMEOUT, DriverSettings.DEFAULT_IDLE_TIMEOUT),
                time(section, "receipt-interval", Duration.ofSeconds(2)),
                time(section, "backoff-min", Duration.ofMillis(100)),
                time(section, "backoff-max", Duration.ofSeconds(5)),
                time(section, DriverSettings.IDLE_PARK, DriverSettings.DEFAULT_IDLE_PARK));
        if (times.idle().compareTo(DriverSettings.LEAST_IDLE_TIMEOUT) < 0) {
            section.problem(
                    DriverSettings.IDLE_TIMEOUT,
                    "must be at least " + DriverSettings.LEAST_IDLE_TIMEOUT.toSeconds() + "s");
        }
        if (times.backoffMax().compareTo(times.backoffMin()) < 0) {
            section.problem("backoff-max", "must not be below backoff-min, " + times.backoffMin());
        }
        return times;
    }

    static int bytes(ConfigSection section, String key, int defaultValue, int least, int most) {
        long bytes = section.bytes(key, defaultValue);
        if (bytes < least || bytes > most) {
            section.problem(key, "must be between " + least + " and " + most + " bytes, was " + bytes);
            return defaultValue;
        }
        return (int) bytes;
    }

    static int count(ConfigSection section, String key, int defaultValue, int most) {
        int count = section.integer(key, defaultValue);
        if (count < 1 || count > most) {
            section.problem(key, "must be between 1 and " + most + ", was " + count);
            return defaultValue;
        }
        return count;
    }

    static Duration time(ConfigSection section, String key, Duration defaultValue) {
        Duration time = section.duration(key, defaultValue);
        if (time.toMillis() < 1 || time.compareTo(LONGEST) > 0) {
            section.problem(key, "must be between 1ms and 1h");
            return defaultValue;
        }
        return time;
    }
}
