package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LogRetentionTest {
    private static final Instant NOW = Instant.parse("2030-01-08T00:00:00Z");
    private static final LogRetention WEEK = new LogRetention(Duration.ofDays(7));

    private final TreeMap<String, Instant> lastWritten = new TreeMap<>(Map.of(
            "young-1", NOW.minus(Duration.ofDays(7)).plusMillis(1),
            "just-1", NOW.minus(Duration.ofDays(7)),
            "old-1", Instant.EPOCH,
            "later-1", NOW.plus(Duration.ofDays(30))));

    @Test
    void whatNobodyWroteToForLongIsOver() {
        assertThat(WEEK.over(lastWritten, topology -> false, NOW)).containsExactly("just-1", "old-1");
    }

    @Test
    void whatIsUsedIsNeverOver() {
        assertThat(WEEK.over(lastWritten, "old-1"::equals, NOW)).containsExactly("just-1");
        assertThat(WEEK.over(lastWritten, topology -> true, NOW)).isEmpty();
    }

    @Test
    void zeroIsForEver() {
        assertThat(new LogRetention(Duration.ZERO).over(lastWritten, topology -> false, NOW))
                .isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new LogRetention(Duration.ofSeconds(-1)));
    }
}
