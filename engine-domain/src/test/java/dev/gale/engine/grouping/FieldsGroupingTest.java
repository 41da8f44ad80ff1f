package dev.gale.engine.grouping;

import static dev.gale.engine.grouping.GroupingContextBuilder.aContext;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsGroupingTest {
    private static final GroupingSpec BY_KEY = new GroupingSpec.ByFields(new Fields("key"));

    static Stream<Named<IntFunction<Object>>> keysThatAreFreshObjects() {
        return Stream.of(
                Named.of("byte[]", FieldsGroupingTest::bytes),
                Named.of("int[]", i -> new int[] {i, -i}),
                Named.of("Object[]", i -> new Object[] {"k", i, bytes(i)}),
                Named.of("List holding byte[]", i -> new ArrayList<>(List.of(bytes(i), "k"))));
    }

    // O-05
    @ParameterizedTest
    @MethodSource("keysThatAreFreshObjects")
    void equalContentMeetsInOneTaskFromEveryEmitter(IntFunction<Object> key) {
        Grouper one =
                Groupings.create(BY_KEY, aContext().withTargets(7).withSeed(1).build());
        Grouper other =
                Groupings.create(BY_KEY, aContext().withTargets(7).withSeed(2).build());
        int[] tasksUsed = new int[7];
        for (int i = 0; i < 1_000; i++) {
            int task = one.choose(new Object[] {key.apply(i), 0});
            tasksUsed[task]++;
            for (int again = 0; again < 10; again++) {
                assertThat(one.choose(new Object[] {key.apply(i), again})).isEqualTo(task);
                assertThat(other.choose(new Object[] {key.apply(i), again})).isEqualTo(task);
            }
        }
        assertThat(tasksUsed).doesNotContain(0);
    }

    // O-06
    @Test
    void theMostNegativeHashCodeGivesAPositionInRange() {
        assertThat("polygenelubricants".hashCode()).isEqualTo(Integer.MIN_VALUE);
        for (int targets = 1; targets <= 64; targets++) {
            Grouper grouper =
                    Groupings.create(BY_KEY, aContext().withTargets(targets).build());
            for (Object key : List.of(2147483617, "polygenelubricants", Integer.MIN_VALUE, Long.MIN_VALUE)) {
                int chosen = grouper.choose(new Object[] {key, 0});
                assertThat(chosen).isBetween(0, targets - 1);
                assertThat(grouper.choose(new Object[] {key, 0})).isEqualTo(chosen);
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyPositionIsInRangeForAnyKeyAndNumberOfTasks(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int targets = 1 + random.nextInt(300);
            int groups = 1 + random.nextInt(KeyGroups.MAX_COUNT);
            Grouper grouper = Groupings.create(
                    BY_KEY,
                    aContext().withTargets(targets).withKeyGroups(groups).build());
            for (int i = 0; i < 100; i++) {
                assertThat(grouper.choose(new Object[] {random.nextLong(), 0})).isBetween(0, targets - 1);
            }
        }
    }

    @Test
    void consecutiveKeysAreSpreadEvenly() {
        for (IntFunction<Object> key :
                List.<IntFunction<Object>>of(i -> i, i -> "user-" + i, FieldsGroupingTest::bytes)) {
            Grouper grouper =
                    Groupings.create(BY_KEY, aContext().withTargets(16).build());
            int[] counts = new int[16];
            for (int i = 0; i < 160_000; i++) {
                counts[grouper.choose(new Object[] {key.apply(i), 0})]++;
            }
            assertThat(Arrays.stream(counts).boxed())
                    .allSatisfy(count -> assertThat(count).isBetween(9_000, 11_000));
        }
    }

    @Test
    void allFieldsOfTheGroupingCountAndNoOther() {
        GroupingSpec spec = new GroupingSpec.ByFields(new Fields("c", "a"));
        Grouper grouper = Groupings.create(
                spec, aContext().withFields("a", "b", "c").withTargets(1_000).build());

        int chosen = grouper.choose(new Object[] {"x", "ignored", "y"});

        assertThat(grouper.choose(new Object[] {"x", "other", "y"})).isEqualTo(chosen);
        assertThat(grouper.choose(new Object[] {"y", "ignored", "x"})).isNotEqualTo(chosen);
        assertThat(grouper.choose(new Object[] {"x", "ignored", "z"})).isNotEqualTo(chosen);
    }

    @ParameterizedTest(name = "{0} targets")
    @ValueSource(ints = {1, 4})
    void aKeyWithoutAStableHashIsRefusedNamingFieldAndClass(int targets) {
        Grouper grouper = Groupings.create(
                new GroupingSpec.ByFields(new Fields("n", "key")),
                aContext().withTargets(targets).build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> grouper.choose(new Object[] {new StringBuilder("a"), 1}))
                .withMessageContaining("'key'")
                .withMessageContaining("component 'words', stream 'default'")
                .withMessageContaining("java.lang.StringBuilder");
    }

    @Test
    void aKeyThatContainsItselfIsRefusedNamingItsField() {
        Grouper grouper = Groupings.create(
                new GroupingSpec.ByFields(new Fields("key")), aContext().build());
        List<Object> list = new ArrayList<>();
        list.add(list);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> grouper.choose(new Object[] {list, list}))
                .withMessageContaining("'key'")
                .withMessageContaining("contains itself");
    }

    @Test
    void aFieldThatTheStreamDoesNotHaveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Groupings.create(
                        new GroupingSpec.ByFields(new Fields("user")),
                        aContext().build()))
                .withMessageContaining("'user'");
    }

    @Test
    void withMoreTasksKeyGroupsMoveWhole() {
        KeyGroups groups = new KeyGroups(4_096);
        for (int tasks : new int[] {1, 3, 7, 64, 1_000, 4_096}) {
            int[] owners = new int[4_096];
            Arrays.setAll(owners, group -> groups.owner(group, tasks));
            assertThat(owners).isSorted();
            assertThat(owners[0]).isZero();
            assertThat(owners[4_095]).isEqualTo(tasks - 1);
            int[] owned = new int[tasks];
            Arrays.stream(owners).forEach(owner -> owned[owner]++);
            int fewest = Arrays.stream(owned).min().orElseThrow();
            int most = Arrays.stream(owned).max().orElseThrow();
            assertThat(most - fewest).isLessThanOrEqualTo(1);
        }
    }

    private static byte[] bytes(int i) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(i).array();
    }
}
