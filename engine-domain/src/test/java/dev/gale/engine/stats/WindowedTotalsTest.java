package dev.gale.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WindowedTotalsTest {
    /** Near the overflow, where clocks of a JVM may be. */
    private static final long START = Long.MAX_VALUE - Duration.ofMinutes(5).toNanos();

    private final WindowedTotals<String> totals = new WindowedTotals<>(START);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    @Test
    void figuresLeaveEachWindowAfterItsLength() {
        totals.onSnapshot(Map.of("a", 100L), at(Duration.ofSeconds(1)));
        totals.onSnapshot(Map.of("a", 130L), at(Duration.ofMinutes(8)));

        assertThat(all(Duration.ofMinutes(9))).containsExactly(130L, 130L, 130L, 130L);
        assertThat(all(Duration.ofMinutes(10))).containsExactly(30L, 130L, 130L, 130L);
        assertThat(all(Duration.ofMinutes(18))).containsExactly(0L, 130L, 130L, 130L);
        assertThat(all(Duration.ofHours(3))).containsExactly(0L, 0L, 130L, 130L);
        assertThat(all(Duration.ofHours(23))).containsExactly(0L, 0L, 130L, 130L);
        assertThat(all(Duration.ofDays(1))).containsExactly(0L, 0L, 0L, 130L);
        assertThat(all(Duration.ofDays(4_000))).containsExactly(0L, 0L, 0L, 130L);
    }

    @Test
    void aRestartedProcessCountsOnAndNothingIsNegative() {
        totals.onSnapshot(Map.of("a", 100L, "b", 10L), at(Duration.ofSeconds(1)));
        totals.onSnapshot(Map.of("a", 7L, "b", 12L), at(Duration.ofSeconds(2)));

        assertThat(totals.totals(Window.ALL_TIME, at(Duration.ofSeconds(3))))
                .containsOnly(Map.entry("a", 107L), Map.entry("b", 22L));
    }

    @Test
    void aFigureThatIsMissingAgainMeansARestart() {
        totals.onSnapshot(Map.of("a", 5L, "b", 10L), at(Duration.ofSeconds(1)));
        totals.onSnapshot(Map.of("a", 6L), at(Duration.ofSeconds(2)));
        totals.onSnapshot(Map.of("a", 7L, "b", 1L), at(Duration.ofSeconds(3)));

        assertThat(totals.totals(Window.TEN_MINUTES, at(Duration.ofSeconds(3))))
                .containsOnly(Map.entry("a", 12L), Map.entry("b", 11L));
    }

    @Test
    void aBaselineCountsForAllTimeOnly() {
        totals.onBaseline(Map.of("a", 1_000L), at(Duration.ofSeconds(1)));
        totals.onSnapshot(Map.of("a", 1_005L), at(Duration.ofSeconds(2)));

        assertThat(all(Duration.ofSeconds(2))).containsExactly(5L, 5L, 5L, 1_005L);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> totals.onBaseline(Map.of("a", 1L), at(Duration.ofSeconds(3))));
    }

    @Test
    void negativeFiguresAreRefusedAndChangeNothing() {
        totals.onSnapshot(Map.of("a", 5L), at(Duration.ofSeconds(1)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> totals.onSnapshot(Map.of("a", 9L, "b", -1L), at(Duration.ofSeconds(2))))
                .withMessageContaining("b is -1");
        assertThat(totals.totals(Window.ALL_TIME, at(Duration.ofSeconds(3)))).containsOnly(Map.entry("a", 5L));
    }

    @Test
    void theCoveredTimeGrowsToTheWindowAndStaysWithinOnePartOfIt() {
        assertThat(totals.coveredNanos(Window.TEN_MINUTES, START)).isZero();
        assertThat(covered(Window.TEN_MINUTES, Duration.ofSeconds(95))).isEqualTo(Duration.ofSeconds(95));
        assertThat(covered(Window.TEN_MINUTES, Duration.ofSeconds(599))).isEqualTo(Duration.ofSeconds(599));
        assertThat(covered(Window.TEN_MINUTES, Duration.ofSeconds(600))).isEqualTo(Duration.ofSeconds(570));
        assertThat(covered(Window.TEN_MINUTES, Duration.ofSeconds(629))).isEqualTo(Duration.ofSeconds(599));
        assertThat(covered(Window.ALL_TIME, Duration.ofDays(9))).isEqualTo(Duration.ofDays(9));
    }

    @Test
    void aClockThatGoesBackIsTakenToStandStill() {
        totals.onSnapshot(Map.of("a", 5L), at(Duration.ofMinutes(20)));
        totals.onSnapshot(Map.of("a", 6L), at(Duration.ofMinutes(1)));

        assertThat(totals.totals(Window.TEN_MINUTES, at(Duration.ofMinutes(20))))
                .containsOnly(Map.entry("a", 6L));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void totalsAreWhatWasAddedWithinTheCoveredTime(long seed) {
        record Added(long atNanos, String key, long n) {}
        Random random = new Random(seed);
        List<Added> history = new ArrayList<>();
        Map<String, Long> cumulative = new HashMap<>();
        long elapsed = 0;
        for (int step = 0; step < 300; step++) {
            long longest = Duration.ofMinutes(random.nextInt(20) == 0 ? 300 : 2).toNanos();
            elapsed += (long) (longest * random.nextDouble());
            // Grows with every snapshot, so that a restart shows even if all else grew past what it was.
            cumulative.merge("snapshots", 1L, Long::sum);
            if (step > 0 && cumulative.get("snapshots") > 2 && random.nextInt(15) == 0) {
                cumulative.replaceAll((key, figure) -> 0L);
            }
            for (String key : List.of("a", "b", "c")) {
                long n = random.nextInt(50);
                cumulative.merge(key, n, Long::sum);
                history.add(new Added(elapsed, key, n));
            }
            totals.onSnapshot(cumulative, START + elapsed);
        }
        long end = elapsed;
        for (Window window : Window.values()) {
            long from = end - totals.coveredNanos(window, START + end);
            Map<String, Long> expected = new HashMap<>();
            history.stream()
                    .filter(added -> added.atNanos() >= from)
                    .forEach(added -> expected.merge(added.key(), added.n(), Long::sum));
            assertThat(totals.totals(window, START + end)).as(window.toString()).containsAllEntriesOf(expected);
        }
    }

    private List<Long> all(Duration elapsed) {
        List<Long> all = new ArrayList<>();
        for (Window window : Window.values()) {
            all.add(totals.totals(window, at(elapsed)).get("a"));
        }
        return all;
    }

    private Duration covered(Window window, Duration elapsed) {
        return Duration.ofNanos(totals.coveredNanos(window, at(elapsed)));
    }

    private static long at(Duration elapsed) {
        return START + elapsed.toNanos();
    }
}
