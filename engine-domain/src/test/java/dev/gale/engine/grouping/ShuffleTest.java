package dev.gale.engine.grouping;

import static dev.gale.engine.grouping.GroupingContextBuilder.aContext;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.GroupingSpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleTest {
    private static final Object[] NOTHING = {};

    // O-07
    @ParameterizedTest(name = "{0} targets")
    @ValueSource(ints = {1_001, 2_500})
    void spreadsOverMoreThanAThousandTargets(int targets) {
        int[] counts = counts(
                new GroupingSpec.Shuffle(), aContext().withTargets(targets).build(), 250_000);

        assertThat(Arrays.stream(counts).sum()).isEqualTo(250_000);
        assertThat(min(counts)).isPositive();
        assertThat(max(counts) - min(counts)).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void neverFavoursATargetByMoreThanOneTuple(long seed) {
        GroupingContext context = aContext().withTargets(7).withSeed(seed).build();
        Grouper grouper = Groupings.create(new GroupingSpec.Shuffle(), context);
        int[] counts = new int[7];
        for (int i = 0; i < 100; i++) {
            counts[grouper.choose(NOTHING)]++;
            assertThat(max(counts) - min(counts)).isLessThanOrEqualTo(1);
        }
    }

    // O-08, the part without worker processes
    @Test
    void plainShuffleDoesNotPreferLocalTargets() {
        GroupingContext context = aContext().withTargets(5).withLocal(1, 3).build();

        assertThat(counts(new GroupingSpec.Shuffle(), context, 100_000)).containsOnly(20_000);
    }

    // O-08, the part without worker processes
    @Test
    void localOrShuffleStaysInTheWorkerWhenATargetLivesThere() {
        GroupingContext context = aContext().withTargets(5).withLocal(1, 3).build();

        assertThat(counts(new GroupingSpec.LocalOrShuffle(), context, 100_000))
                .containsExactly(0, 50_000, 0, 50_000, 0);
    }

    // O-08, the part without worker processes
    @Test
    void localOrShuffleSpreadsOverAllWhenNoTargetIsLocal() {
        GroupingContext context = aContext().withTargets(5).build();

        assertThat(counts(new GroupingSpec.LocalOrShuffle(), context, 100_000)).containsOnly(20_000);
    }

    @Test
    void emittersWithDifferentSeedsGoRoundInDifferentOrders() {
        assertThat(order(1)).isNotEqualTo(order(2)).isEqualTo(order(1));
    }

    @Test
    void noneIsAShuffle() {
        GroupingContext context = aContext().withTargets(4).build();

        assertThat(counts(new GroupingSpec.None(), context, 400)).containsOnly(100);
    }

    @Test
    void aSingleTargetGetsEverything() {
        assertThat(counts(new GroupingSpec.Shuffle(), aContext().build(), 100)).containsExactly(100);
        assertThat(counts(
                        new GroupingSpec.LocalOrShuffle(),
                        aContext().withTargets(3).withLocal(2).build(),
                        100))
                .containsExactly(0, 0, 100);
    }

    private static String order(long seed) {
        Grouper grouper = Groupings.create(
                new GroupingSpec.Shuffle(),
                aContext().withTargets(20).withSeed(seed).build());
        int[] order = new int[20];
        Arrays.setAll(order, i -> grouper.choose(NOTHING));
        return Arrays.toString(order);
    }

    private static int[] counts(GroupingSpec spec, GroupingContext context, int tuples) {
        Grouper grouper = Groupings.create(spec, context);
        int[] counts = new int[context.targetTasks().length];
        for (int i = 0; i < tuples; i++) {
            counts[grouper.choose(NOTHING)]++;
        }
        return counts;
    }

    private static int min(int[] counts) {
        return Arrays.stream(counts).min().orElseThrow();
    }

    private static int max(int[] counts) {
        return Arrays.stream(counts).max().orElseThrow();
    }
}
