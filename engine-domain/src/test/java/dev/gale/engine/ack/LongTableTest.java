package dev.gale.engine.ack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongTableTest {
    @Test
    void findsNothingInAnEmptyTable() {
        LongTable table = new LongTable();

        assertThat(table.size()).isZero();
        assertThat(table.find(7)).isEqualTo(-1);
    }

    @Test
    void addsAKeyOnceWithBothValuesZero() {
        LongTable table = new LongTable();
        int slot = table.findOrAdd(7);
        table.first(slot, 70);

        assertThat(table.findOrAdd(7)).isEqualTo(slot);
        assertThat(table.size()).isOne();
        assertThat(table.first(slot)).isEqualTo(70);
        assertThat(table.second(slot)).isZero();
    }

    @Test
    void aKeyThatWasRemovedComesBackWithBothValuesZero() {
        LongTable table = new LongTable();
        int slot = table.findOrAdd(7);
        table.first(slot, 70);
        table.second(slot, 700);
        table.remove(slot);

        assertThat(table.find(7)).isEqualTo(-1);
        int again = table.findOrAdd(7);
        assertThat(table.first(again)).isZero();
        assertThat(table.second(again)).isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void drainsEveryEntryOnceInPieces(long seed) {
        Random random = new Random(seed);
        List<Long> keys = crowdedKeys(random, 1_000);
        LongTable table = new LongTable();
        Map<Long, Long> left = new HashMap<>();
        for (long key : keys) {
            long value = random.nextLong();
            table.first(table.findOrAdd(key), value);
            left.put(key, value);
        }

        long[] pairs = new long[2 * 64];
        while (table.size() > 0) {
            int taken = table.drain(pairs, 1 + random.nextInt(64));
            assertThat(taken).as("seed %d", seed).isPositive();
            for (int i = 0; i < taken; i++) {
                assertThat(left.remove(pairs[2 * i])).as("seed %d", seed).isEqualTo(pairs[2 * i + 1]);
            }
        }
        assertThat(left).as("seed %d", seed).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void behavesAsAMapDoes(long seed) {
        Random random = new Random(seed);
        List<Long> keys = crowdedKeys(random, 200);
        LongTable table = new LongTable();
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long key = keys.get(random.nextInt(keys.size()));
            int slot = table.find(key);
            assertThat(slot >= 0).as("seed %d, step %d", seed, i).isEqualTo(model.containsKey(key));
            if (random.nextInt(5) < 3) {
                long value = random.nextLong();
                slot = table.findOrAdd(key);
                table.first(slot, value);
                table.second(slot, ~value);
                model.put(key, value);
            } else if (slot >= 0) {
                assertThat(table.first(slot)).isEqualTo(model.remove(key));
                table.remove(slot);
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
        assertThat(contents(table)).isEqualTo(model);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aWalkThatRemovesSeesEveryKey(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            LongTable table = new LongTable();
            Map<Long, Long> model = new HashMap<>();
            for (long key : crowdedKeys(random, 1 + random.nextInt(60))) {
                table.first(table.findOrAdd(key), -key);
                model.put(key, -key);
            }
            Set<Long> all = new HashSet<>(model.keySet());
            Set<Long> leaving = new HashSet<>();
            all.stream().filter(key -> random.nextBoolean()).forEach(leaving::add);
            Set<Long> seen = new HashSet<>();
            int slot = 0;
            while (slot < table.slots()) {
                long key = table.key(slot);
                if (key != 0 && leaving.contains(key)) {
                    assertThat(seen.add(key)).as("removed once").isTrue();
                    table.remove(slot);
                    model.remove(key);
                    continue;
                }
                if (key != 0) {
                    seen.add(key);
                }
                slot++;
            }

            assertThat(seen).as("seed %d, round %d", seed, round).isEqualTo(all);
            assertThat(contents(table)).isEqualTo(model);
        }
    }

    /** Keys whose first places lie close together, at the end of a table of 64, so that runs are long and wrap around. */
    private static List<Long> crowdedKeys(Random random, int count) {
        List<Long> keys = new ArrayList<>();
        while (keys.size() < count) {
            long key = random.nextLong();
            long home = key * 0x9E3779B97F4A7C15L >>> 32 & 63;
            if (key != 0 && (home >= 60 || random.nextInt(8) == 0)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static Map<Long, Long> contents(LongTable table) {
        Map<Long, Long> contents = new HashMap<>();
        for (int slot = 0; slot < table.slots(); slot++) {
            if (table.key(slot) != 0) {
                contents.put(table.key(slot), table.first(slot));
            }
        }
        return contents;
    }
}
