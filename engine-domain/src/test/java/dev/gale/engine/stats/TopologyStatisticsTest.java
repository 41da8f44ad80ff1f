package dev.gale.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.StreamId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopologyStatisticsTest {
    private static final StreamId WORDS = new StreamId("words", "default");
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void figuresComeBackAsTheyWentIn() {
        ExecutorStatisticsTracker tracker = new ExecutorStatisticsTracker(executor("count", 1), 0);
        Figures figures = figures(1_000, new LatencySum(50 * SECOND, 500));

        tracker.onFigures(figures, 0.25, MINUTE);

        ExecutorStatistics statistics = tracker.statistics(MINUTE);
        assertThat(statistics.executor()).isEqualTo(executor("count", 1));
        assertThat(statistics.queueFill()).isEqualTo(0.25);
        assertThat(statistics.windows()).containsOnlyKeys(Window.values());
        assertThat(statistics.windows().values())
                .allSatisfy(window -> assertThat(window.figures()).isEqualTo(figures));
    }

    @Test
    void windowsHaveTheDifferencesOfCumulativeFigures() {
        ExecutorStatisticsTracker tracker = new ExecutorStatisticsTracker(executor("count", 1), 0);
        tracker.onFigures(figures(1_000, new LatencySum(50 * SECOND, 500)), 0, MINUTE);
        tracker.onFigures(figures(1_600, new LatencySum(56 * SECOND, 800)), 0, 12 * MINUTE);

        Map<Window, WindowStatistics> windows = tracker.statistics(12 * MINUTE).windows();

        Figures recent = windows.get(Window.TEN_MINUTES).figures();
        assertThat(recent.counts().executed()).isEqualTo(Map.of(WORDS, 600L));
        assertThat(recent.latencies().execute()).isEqualTo(new LatencySum(6 * SECOND, 300));
        assertThat(recent.latencies().execute().meanMillis()).isEqualTo(20);
        assertThat(windows.get(Window.ALL_TIME).figures().counts().executed()).isEqualTo(Map.of(WORDS, 1_600L));
    }

    @Test
    void capacityIsTheShareOfTheCoveredTimeThatExecuteTakes() {
        ExecutorStatisticsTracker tracker = new ExecutorStatisticsTracker(executor("count", 1), 0);

        // 300 tuples of 100 ms in one minute: half of it.
        tracker.onFigures(figures(300, new LatencySum(SECOND, 10)), 0, MINUTE);

        assertThat(tracker.statistics(MINUTE).windows().get(Window.TEN_MINUTES).capacity())
                .isEqualTo(0.5, within(1e-9));
        assertThat(new ExecutorStatisticsTracker(executor("count", 1), 0)
                        .statistics(0)
                        .windows()
                        .get(Window.TEN_MINUTES)
                        .capacity())
                .isZero();
    }

    @Test
    void whatARunningProcessDidBeforeIsNotOfTheLastMinutes() {
        ExecutorStatisticsTracker tracker = new ExecutorStatisticsTracker(executor("count", 1), 0);
        tracker.onBaseline(figures(1_000_000, LatencySum.NONE), 0);
        tracker.onFigures(figures(1_000_060, LatencySum.NONE), 0, MINUTE);

        Map<Window, WindowStatistics> windows = tracker.statistics(MINUTE).windows();
        assertThat(windows.get(Window.TEN_MINUTES).figures().counts().executed())
                .isEqualTo(Map.of(WORDS, 60L));
        assertThat(windows.get(Window.ALL_TIME).figures().counts().executed()).isEqualTo(Map.of(WORDS, 1_000_060L));
    }

    @Test
    void aComponentIsTheSumOfItsExecutorsAndAsLoadedAsItsMostLoadedOne() {
        ExecutorStatisticsTracker idle = new ExecutorStatisticsTracker(executor("count", 1), 0);
        ExecutorStatisticsTracker busy = new ExecutorStatisticsTracker(executor("count", 2), 0);
        ExecutorStatisticsTracker other = new ExecutorStatisticsTracker(executor("words", 3), 0);
        idle.onFigures(figures(100, new LatencySum(SECOND, 100)), 0.1, MINUTE);
        busy.onFigures(figures(500, new LatencySum(30 * SECOND, 300)), 0.9, MINUTE);
        other.onFigures(Figures.NONE, 0, MINUTE);

        TopologyStatistics topology = TopologyStatistics.of(
                List.of(other.statistics(MINUTE), busy.statistics(MINUTE), idle.statistics(MINUTE)));

        assertThat(topology.components().keySet()).containsExactly("count", "words");
        ComponentStatistics count = topology.components().get("count");
        assertThat(count.executors()).containsExactly(idle.statistics(MINUTE), busy.statistics(MINUTE));
        assertThat(count.queueFill()).isEqualTo(0.9);
        WindowStatistics window = count.windows().get(Window.THREE_HOURS);
        assertThat(window.figures().counts().executed()).isEqualTo(Map.of(WORDS, 600L));
        assertThat(StreamCounts.total(window.figures().counts().emitted())).isEqualTo(1_200);
        assertThat(window.figures().latencies().execute()).isEqualTo(new LatencySum(31 * SECOND, 400));
        assertThat(window.capacity())
                .isEqualTo(busy.statistics(MINUTE)
                        .windows()
                        .get(Window.THREE_HOURS)
                        .capacity())
                .isEqualTo(500 * 0.1 / 60, within(1e-9));
        assertThat(window.coveredNanos()).isEqualTo(MINUTE);
    }

    @Test
    void sharesOfTimeAddUpToOne() {
        TimeSpent time = new TimeSpent(6, 1, 3);

        assertThat(time.busyShare()).isEqualTo(0.6);
        assertThat(time.blockedShare()).isEqualTo(0.1);
        assertThat(time.idleShare()).isEqualTo(0.3);
        assertThat(TimeSpent.NONE.idleShare()).isZero();
    }

    @Test
    void meansAreOfWhatWasMeasuredInBetween() {
        LatencySum earlier = new LatencySum(10_000_000, 10);
        LatencySum later = new LatencySum(40_000_000, 20);

        assertThat(later.minus(earlier).meanMillis()).isEqualTo(3);
        assertThat(later.minus(later).meanMillis()).isZero();
        assertThat(LatencySum.NONE.plus(earlier)).isEqualTo(earlier);
    }

    /** With {@code n} tuples executed and acked, a tenth failed, two emitted for each. */
    private static Figures figures(long n, LatencySum execute) {
        return new Figures(
                new StreamCounts(
                        Map.of("default", n, "errors", n),
                        Map.of("default", 2 * n),
                        Map.of(WORDS, n),
                        Map.of(WORDS, n),
                        Map.of(WORDS, n / 10)),
                new Latencies(execute, new LatencySum(n, n), LatencySum.NONE),
                new TimeSpent(n, 2 * n, 3 * n));
    }

    private static ExecutorId executor(String component, int task) {
        return new ExecutorId(component, new TaskId(task), new TaskId(task));
    }
}
