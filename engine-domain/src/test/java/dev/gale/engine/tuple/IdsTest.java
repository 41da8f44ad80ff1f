package dev.gale.engine.tuple;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x9E3779B97F4A7C15L, -0x9E3779B97F4A7C15L})
    void edgeIdsDoNotRepeatAndAreNotZero(long seed) {
        EdgeIds ids = new EdgeIds(seed);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 200_000; i++) {
            long id = ids.next();
            assertThat(id != 0 && seen.add(id)).as("seed %d, id %d", seed, i).isTrue();
        }
    }

    @Test
    void executorsWithNeighbouringSeedsShareNoEdgeIds() {
        Set<Long> seen = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            EdgeIds ids = new EdgeIds(seed);
            for (int i = 0; i < 1_000; i++) {
                seen.add(ids.next());
            }
        }

        assertThat(seen).hasSize(100_000);
    }

    /** A tree would end too early if a few of its edges made 0. */
    @Test
    void fewEdgeIdsOfOneExecutorDoNotCancelEachOther() {
        EdgeIds ids = new EdgeIds(42);
        long[] drawn = new long[600];
        Set<Long> single = new HashSet<>();
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = ids.next();
            single.add(drawn[i]);
        }
        Set<Long> pairs = new HashSet<>();
        for (int i = 0; i < drawn.length; i++) {
            for (int j = 0; j < i; j++) {
                long xor = drawn[i] ^ drawn[j];
                assertThat(single).doesNotContain(xor);
                assertThat(pairs.add(xor)).as("four of them make 0").isTrue();
            }
        }
    }

    @Test
    void everyBitOfAnEdgeIdIsSetInAboutHalfOfThem() {
        EdgeIds ids = new EdgeIds(1);
        int[] set = new int[64];
        for (int i = 0; i < 10_000; i++) {
            long id = ids.next();
            for (int bit = 0; bit < 64; bit++) {
                set[bit] += (int) (id >>> bit & 1);
            }
        }

        assertThat(set).satisfies(counts -> {
            for (int count : counts) {
                assertThat(count).isBetween(4_700, 5_300);
            }
        });
    }

    @Test
    void aRootIdGivesBackWhatItWasMadeOf() {
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            int task = 1 + random.nextInt(RootId.MAX_TASK);
            int incarnation = random.nextInt(RootId.INCARNATIONS);
            long sequence = random.nextLong() & RootId.MAX_SEQUENCE;
            long root = RootId.of(task, incarnation, sequence);

            assertThat(RootId.task(root)).isEqualTo(task);
            assertThat(RootId.incarnation(root)).isEqualTo(incarnation);
            assertThat(RootId.sequence(root)).isEqualTo(sequence);
        }
    }

    @Test
    void theLargestPartsOfARootIdDoNotSpill() {
        long root = RootId.of(RootId.MAX_TASK, RootId.INCARNATIONS - 1, RootId.MAX_SEQUENCE);

        assertThat(root).isEqualTo(-1);
        assertThat(RootId.task(root)).isEqualTo(RootId.MAX_TASK);
        assertThat(RootId.of(1, 0, RootId.MAX_SEQUENCE + 1)).isEqualTo(RootId.of(1, 0, 0));
        assertThat(RootId.of(1, RootId.INCARNATIONS, 0)).isEqualTo(RootId.of(1, 0, 0));
    }

    @Test
    void noRootOfATaskIsZero() {
        assertThat(RootId.of(1, 0, 0)).isNotZero();
    }

    @Test
    void aRootIdCanBeRead() {
        assertThat(RootId.text(RootId.of(7, 3, 12))).isEqualTo("task 7 life 3 #12");
    }
}
