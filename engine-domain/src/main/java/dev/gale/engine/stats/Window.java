package dev.gale.engine.stats;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Over which past figures are added up. */
public enum Window {
    TEN_MINUTES(Duration.ofMinutes(10)),
    THREE_HOURS(Duration.ofHours(3)),
    ONE_DAY(Duration.ofDays(1)),
    ALL_TIME(null);

    private final @Nullable Duration length;

    Window(@Nullable Duration length) {
        this.length = length;
    }

    /** Empty: everything since the first figure. */
    public Optional<Duration> length() {
        return Optional.ofNullable(length);
    }
}
