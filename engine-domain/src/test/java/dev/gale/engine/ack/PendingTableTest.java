package dev.gale.engine.ack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.engine.tuple.RootId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingTableTest {
    private static final int TASK = 9;

    private final PendingTable table = new PendingTable(TASK, counting());

    @Test
    void aTreeOfOneEdgeIsCompleteWhenThatIsAcked() {
        long root = open(table, 0xABC, "m1");
        int slot = table.find(root);

        assertThat(table.ack(slot, 0xABC)).isTrue();
        assertThat(table.messageId(slot)).isEqualTo("m1");
        assertThat(table.size()).as("it waits for its end").isOne();

        table.end(slot);
        assertThat(table.size()).isZero();
        assertThat(table.find(root)).isEqualTo(-1);
    }

    @Test
    void aTreeIsNotCompleteBeforeAllEdgesAreAcked() {
        int slot = table.find(open(table, 1 ^ 2 ^ 4, "m1"));

        assertThat(table.ack(slot, 1 ^ 8)).as("one edge acked, another made").isFalse();
        assertThat(table.ack(slot, 4)).isFalse();
        assertThat(table.ack(slot, 8)).isFalse();
        assertThat(table.ack(slot, 2)).isTrue();
    }

    @Test
    void keepsWhatItWasGiven() {
        long root = table.reserve();
        table.open(root, 5, "m1", 3, 77);
        int slot = table.find(root);

        assertThat(table.stream(slot)).isEqualTo(3);
        assertThat(table.sampledNanos(slot)).isEqualTo(77);
        assertThat(RootId.task(root)).isEqualTo(TASK);
    }

    @Test
    void aReservationThatIsNotOpenedCostsNothing() {
        for (int i = 0; i < 10_000; i++) {
            table.reserve();
        }
        long root = open(table, 5, "m1");

        assertThat(table.size()).isOne();
        assertThat(table.find(root)).isNotNegative();
    }

    @Test
    void everythingIsStillThereAfterGrowth() {
        Map<Long, String> open = new LinkedHashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long root = table.reserve();
            table.open(root, i, "m" + i, i % 7, i);
            open.put(root, "m" + i);
        }

        assertThat(open).hasSize(100_000);
        assertThat(table.size()).isEqualTo(100_000);
        int i = 0;
        for (Map.Entry<Long, String> entry : open.entrySet()) {
            int slot = table.find(entry.getKey());
            assertThat(table.messageId(slot)).isEqualTo(entry.getValue());
            assertThat(table.xor(slot)).isEqualTo(i);
            assertThat(table.stream(slot)).isEqualTo(i % 7);
            assertThat(table.sampledNanos(slot)).isEqualTo(i);
            i++;
        }
        assertThat(table.strays()).isZero();
    }

    @Test
    void aRootThatStaysIsSteppedOverByThoseWhoComeAndGo() {
        long stays = open(table, 5, "stays");
        for (int i = 0; i < 100_000; i++) {
            long root = open(table, 6, "m" + i);
            assertThat(root).isNotEqualTo(stays);
            table.end(table.find(root));
        }

        assertThat(table.messageId(table.find(stays))).isEqualTo("stays");
        assertThat(table.size()).isOne();
    }

    @Test
    void aLateMessageOfAnOldLifeFindsNothingAndIsCounted() {
        long old = open(table, 5, "old");
        table.startNewLife();
        long fresh = open(table, 5, "fresh");

        assertThat(RootId.sequence(fresh))
                .as("the same slot, even the same sequence")
                .isEqualTo(RootId.sequence(old));
        assertThat(table.find(old)).isEqualTo(-1);
        assertThat(table.strays()).isOne();
        assertThat(table.messageId(table.find(fresh))).isEqualTo("fresh");
        assertThat(table.xor(table.find(fresh))).isEqualTo(5);
    }

    @Test
    void aNewLifeForgetsWhatWasPending() {
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            old.add(open(table, 5, "m" + i));
        }
        table.startNewLife();

        assertThat(table.size()).isZero();
        old.forEach(root -> assertThat(table.find(root)).isEqualTo(-1));
        assertThat(table.strays()).isEqualTo(1_000);
        assertThat(expired(table)).isEmpty();
        assertThat(expired(table)).isEmpty();
    }

    @Test
    void aMessageForARootThatEndedIsCountedAsAStray() {
        long root = open(table, 5, "m1");
        table.end(table.find(root));

        assertThat(table.find(root)).isEqualTo(-1);
        assertThat(table.find(RootId.of(TASK, 1, 4711))).as("never emitted").isEqualTo(-1);
        assertThat(table.strays()).isEqualTo(2);
    }

    @Test
    void expiresAtTheSecondRotationAfterTheEmit() {
        open(table, 5, "m1");

        assertThat(expired(table)).isEmpty();
        assertThat(expired(table)).containsExactly("m1");
        assertThat(table.size()).isZero();
        assertThat(expired(table)).isEmpty();
    }

    @Test
    void expiresAtTheSecondRotationAfterTheLastAck() {
        int slot = table.find(open(table, 5, "m1"));
        for (int i = 1; i <= 10; i++) {
            assertThat(expired(table)).isEmpty();
            table.ack(slot, 1L << i + 8);
        }

        assertThat(expired(table)).isEmpty();
        assertThat(expired(table)).containsExactly("m1");
    }

    @Test
    void aTouchStartsTheTimeoutAnew() {
        int slot = table.find(open(table, 5, "m1"));
        expired(table);
        table.touch(slot);

        assertThat(expired(table)).isEmpty();
        assertThat(expired(table)).containsExactly("m1");
    }

    @Test
    void morePatienceMeansAsManyMoreRotations() {
        open(table, 5, "m1");
        List<Object> expired = new ArrayList<>();
        table.rotate(2, (stream, id) -> expired.add(id));
        table.rotate(2, (stream, id) -> expired.add(id));
        assertThat(expired).isEmpty();
        table.rotate(2, (stream, id) -> expired.add(id));

        assertThat(expired).containsExactly("m1");
    }

    @Test
    void whatExpiresTellsItsStream() {
        table.open(table.reserve(), 5, "m1", 3, 0);
        Map<Object, Integer> streams = new HashMap<>();
        table.rotate(0, (stream, id) -> streams.put(id, stream));

        assertThat(streams).containsExactly(Map.entry("m1", 3));
    }

    @Test
    void whenSequencesAreUsedUpTheNextIncarnationGoesOn() {
        PendingTable old = new PendingTable(TASK, counting(), RootId.MAX_SEQUENCE - 2);
        long last = open(old, 1, "last but one");
        long end = open(old, 2, "last");
        long first = open(old, 3, "first");

        assertThat(RootId.sequence(end)).isEqualTo(RootId.MAX_SEQUENCE);
        assertThat(RootId.sequence(first)).isEqualTo(1);
        assertThat(RootId.incarnation(first)).isNotEqualTo(RootId.incarnation(end));
        assertThat(old.messageId(old.find(last))).isEqualTo("last but one");
        assertThat(old.messageId(old.find(end))).isEqualTo("last");
        assertThat(old.messageId(old.find(first))).isEqualTo("first");
    }

    @Test
    void theIncarnationAfterAWrapIsNotThatOfTheNextLife() {
        PendingTable old = new PendingTable(TASK, counting(), RootId.MAX_SEQUENCE);
        long wrapped = open(old, 1, "wrapped");
        old.startNewLife();
        long fresh = open(old, 1, "fresh");

        assertThat(RootId.sequence(fresh)).isEqualTo(RootId.sequence(wrapped));
        assertThat(fresh).isNotEqualTo(wrapped);
    }

    @Test
    void incarnationsMayBeAnyNumber() {
        PendingTable big = new PendingTable(TASK, () -> Integer.MIN_VALUE + 5);
        long root = open(big, 1, "m1");

        assertThat(RootId.task(root)).isEqualTo(TASK);
        assertThat(RootId.incarnation(root)).isEqualTo(5);
        assertThat(big.find(root)).isNotNegative();
    }

    @Test
    void askingForTheMessageOfAFreeSlotIsABrokenInvariant() {
        assertThatThrownBy(() -> table.messageId(3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Slot 3")
                .hasMessageContaining("task 9");
    }

    private static final class Model {
        final String id;
        long xor;
        int epoch;

        Model(String id, long xor, int epoch) {
            this.id = id;
            this.xor = xor;
            this.epoch = epoch;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void behavesAsAMapOfTreesDoes(long seed) {
        Random random = new Random(seed);
        PendingTable real = new PendingTable(TASK, counting(), seed % 3 == 0 ? RootId.MAX_SEQUENCE - 5_000 : 0);
        Map<Long, Model> model = new LinkedHashMap<>();
        List<Long> ever = new ArrayList<>();
        int epoch = 0;
        long strays = 0;
        for (int step = 0; step < 30_000; step++) {
            String at = "seed " + seed + ", step " + step;
            int dice = random.nextInt(1_000);
            if (dice < 450 || ever.isEmpty()) {
                long root = real.reserve();
                assertThat(model).as(at).doesNotContainKey(root);
                if (random.nextInt(10) > 0) {
                    long xor = random.nextInt(8);
                    real.open(root, xor, "m" + step, 0, 0);
                    model.put(root, new Model("m" + step, xor, epoch));
                    ever.add(root);
                }
            } else if (dice < 995) {
                int from = random.nextInt(4) > 0 ? Math.max(0, ever.size() - 300) : 0;
                long root = ever.get(from + random.nextInt(ever.size() - from));
                Model tree = model.get(root);
                int slot = real.find(root);
                if (tree == null) {
                    assertThat(slot).as(at).isEqualTo(-1);
                    assertThat(real.strays()).isEqualTo(++strays);
                    continue;
                }
                assertThat(real.messageId(slot)).as(at).isEqualTo(tree.id);
                if (dice < 500) {
                    real.touch(slot);
                    tree.epoch = epoch;
                } else if (dice < 600) {
                    real.end(slot);
                    model.remove(root);
                } else {
                    long value = random.nextInt(8);
                    tree.xor ^= value;
                    tree.epoch = epoch;
                    assertThat(real.ack(slot, value)).as(at).isEqualTo(tree.xor == 0);
                    if (tree.xor == 0) {
                        real.end(slot);
                        model.remove(root);
                    }
                }
            } else if (dice < 999) {
                epoch++;
                int now = epoch;
                Set<Object> wanted = new HashSet<>();
                model.values().removeIf(tree -> now - tree.epoch > 1 && wanted.add(tree.id));
                assertThat(new HashSet<>(expired(real))).as(at).isEqualTo(wanted);
            } else {
                real.startNewLife();
                model.clear();
            }
            assertThat(real.size()).as(at).isEqualTo(model.size());
        }
        model.forEach((root, tree) -> assertThat(real.xor(real.find(root))).isEqualTo(tree.xor));
    }

    private static long open(PendingTable table, long xor, String id) {
        long root = table.reserve();
        table.open(root, xor, id, 0, 0);
        return root;
    }

    private static List<Object> expired(PendingTable table) {
        List<Object> expired = new ArrayList<>();
        table.rotate(1, (stream, id) -> expired.add(id));
        assertThat(expired).as("each once").doesNotHaveDuplicates();
        return expired;
    }

    private static IntSupplier counting() {
        int[] last = {0};
        return () -> ++last[0];
    }
}
