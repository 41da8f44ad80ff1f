package dev.gale.engine.grouping;

import static dev.gale.engine.grouping.GroupingContextBuilder.aContext;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialKeyGroupingTest {
    private static final GroupingSpec BY_KEY = new GroupingSpec.PartialKey(new Fields("key"));

    @Test
    void aHotKeyIsSplitEvenlyOverTwoTasks() {
        Map<Integer, Integer> counts = new HashMap<>();
        Grouper grouper = grouper(10);
        for (int i = 0; i < 1_000; i++) {
            counts.merge(grouper.choose(new Object[] {"hot", i}), 1, Integer::sum);
        }

        assertThat(counts.values()).containsExactly(500, 500);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aKeyMeetsInTheSameTwoTasksFromEveryEmitter(long seed) {
        Random random = new Random(seed);
        int targets = 2 + random.nextInt(50);
        Grouper one = grouper(targets);
        Grouper other = grouper(targets);
        Map<Integer, Set<Integer>> tasksOfKey = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            int key = (int) Math.abs(random.nextGaussian() * 50);
            Grouper emitter = random.nextBoolean() ? one : other;
            tasksOfKey.computeIfAbsent(key, k -> new TreeSet<>()).add(emitter.choose(new Object[] {key, i}));
        }

        assertThat(tasksOfKey.values()).allSatisfy(tasks -> assertThat(tasks).hasSizeLessThanOrEqualTo(2));
    }

    @Test
    void skewedKeysAreSpreadBetterThanByFieldsAlone() {
        Grouper grouper = grouper(5);
        int[] counts = new int[5];
        for (int i = 0; i < 10_000; i++) {
            counts[grouper.choose(new Object[] {i % 2 == 0 ? 0 : i % 100, i})]++;
        }

        assertThat(Arrays.stream(counts).boxed())
                .allSatisfy(count -> assertThat(count).isLessThan(3_000));
    }

    @Test
    void oneTargetIsAlwaysTheFirst() {
        assertThat(grouper(1).choose(new Object[] {"a", 1})).isZero();
    }

    private static Grouper grouper(int targets) {
        return Groupings.create(BY_KEY, aContext().withTargets(targets).build());
    }
}
