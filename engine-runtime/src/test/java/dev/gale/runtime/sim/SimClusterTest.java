package dev.gale.runtime.sim;

import static dev.gale.runtime.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimClusterTest {
    /** More with {@code -Dgale.sim.seeds}. */
    private static final int SEEDS = Integer.getInteger("gale.sim.seeds", 200);

    /** All of them, or the one that {@code -Dgale.sim.seed} names. */
    static LongStream seeds() {
        Long one = Long.getLong("gale.sim.seed");
        return one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one);
    }

    @Test
    void aQuietClusterRunsWhatItIsGiven() {
        SimCluster cluster = new SimCluster(1);
        cluster.run(10 * SECOND);
        // About half of them ask the nimbus that does not lead, and some a name that is taken.
        for (int i = 0; i < 50 && cluster.running.size() < 3; i++) {
            cluster.submit();
            cluster.run(2 * SECOND);
        }
        cluster.run(20 * SECOND);

        assertThat(cluster.running).as(String.join("\n", cluster.story)).hasSize(3);
        cluster.checkAllIsWell();
    }

    @Test
    void theSameSeedTellsTheSameStory() {
        assertThat(storyOf(7)).isEqualTo(storyOf(7)).isNotEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void survivesFaults(long seed) {
        SimCluster cluster = new SimCluster(seed);
        try {
            live(cluster);
            cluster.checkAllIsWell();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "Seed " + seed + " fails; replay it with -Dtest=SimClusterTest -Dgale.sim.seed=" + seed + "\n"
                            + String.join("\n", cluster.story),
                    e);
        }
    }

    private static List<String> storyOf(long seed) {
        SimCluster cluster = new SimCluster(seed);
        live(cluster);
        return cluster.story;
    }

    private static void live(SimCluster cluster) {
        SimFaults faults = new SimFaults(cluster);
        cluster.run(10 * SECOND);
        long end = cluster.sim.nowNanos() + 120 * SECOND;
        while (cluster.sim.nowNanos() < end) {
            cluster.run(cluster.sim.between(SECOND / 10, 4 * SECOND));
            faults.next();
        }
        faults.stop();
        cluster.endAllFaults();
        cluster.run(90 * SECOND);
    }
}
