package dev.gale.engine.ack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.tuple.RootId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AckLedgerTest {
    private static final long ROOT = RootId.of(3, 1, 1);
    private static final long LEFT = 0x1111;
    private static final long RIGHT = 0x2222;

    private final AckLedger ledger = new AckLedger();
    private final Told told = new Told();

    /** All orders of the messages of a tree with two edges. O-23, https://github.com/apache/storm/issues/7082 */
    static Stream<List<String>> orders() {
        List<List<String>> all = new ArrayList<>();
        permute(new ArrayList<>(List.of("init", "ack-1", "ack-2", "reset")), 0, all);
        return all.stream();
    }

    private static void permute(List<String> items, int from, List<List<String>> all) {
        if (from == items.size()) {
            all.add(List.copyOf(items));
            return;
        }
        for (int i = from; i < items.size(); i++) {
            java.util.Collections.swap(items, from, i);
            permute(items, from + 1, all);
            java.util.Collections.swap(items, from, i);
        }
    }

    @Test
    void thereAre24Orders() {
        assertThat(orders()).hasSize(24).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("orders")
    void completesOnceInEveryOrder(List<String> order) {
        order.forEach(this::send);

        assertThat(told.all).containsExactly("completed " + ROOT);
        for (int i = 0; i < 3; i++) {
            ledger.rotate(told);
        }
        assertThat(told.all).containsExactly("completed " + ROOT);
        assertThat(ledger.size()).isZero();
    }

    @ParameterizedTest
    @MethodSource("orders")
    void completesOnceInEveryOrderWithARotationInBetween(List<String> order) {
        for (String message : order) {
            send(message);
            ledger.rotate(told);
        }
        told.all.removeIf(line -> line.startsWith("progressed"));

        assertThat(told.all).containsExactly("completed " + ROOT);
        ledger.rotate(told);
        ledger.rotate(told);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void aFailBeforeTheBeginningIsToldWhenThatComes() {
        ledger.onFail(ROOT, told);
        assertThat(told.all).isEmpty();
        ledger.onInit(ROOT, LEFT, told);

        assertThat(told.all).containsExactly("failed " + ROOT);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void aFailIsToldAtOnceAndOnce() {
        ledger.onInit(ROOT, LEFT ^ RIGHT, told);
        ledger.onFail(ROOT, told);
        ledger.onFail(ROOT, told);
        ledger.onAck(ROOT, LEFT, told);

        assertThat(told.all).containsExactly("failed " + ROOT);
    }

    @Test
    void whatStragglersLeaveIsForgottenWithoutAWord() {
        ledger.onInit(ROOT, LEFT ^ RIGHT, told);
        ledger.onFail(ROOT, told);
        ledger.onAck(ROOT, LEFT, told);
        ledger.onAck(ROOT, RIGHT, told);
        ledger.onReset(ROOT);
        assertThat(ledger.size()).isOne();

        ledger.rotate(told);
        ledger.rotate(told);
        assertThat(ledger.size()).isZero();
        assertThat(told.all).containsExactly("failed " + ROOT);
    }

    @Test
    void anAckWhoseGhostWasForgottenBeforeTheBeginningLeavesTheTreeToItsTimeout() {
        ledger.onAck(ROOT, LEFT, told);
        ledger.rotate(told);
        ledger.rotate(told);
        assertThat(ledger.size()).isZero();
        ledger.onInit(ROOT, LEFT, told);
        assertThat(told.all).isEmpty();

        ledger.rotate(told);
        ledger.rotate(told);
        assertThat(told.all).containsExactly("expired " + ROOT);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void aTreeExpiresAtTheSecondRotationAfterItsLastProgress() {
        ledger.onInit(ROOT, LEFT ^ RIGHT, told);
        ledger.rotate(told);
        ledger.onAck(ROOT, LEFT, told);
        ledger.rotate(told);
        assertThat(told.all).containsExactly("progressed " + ROOT);
        ledger.rotate(told);

        assertThat(told.all).containsExactly("progressed " + ROOT, "expired " + ROOT);
    }

    @Test
    void aResetStartsTheTimeoutAnew() {
        ledger.onInit(ROOT, LEFT, told);
        for (int i = 0; i < 10; i++) {
            ledger.rotate(told);
            ledger.onReset(ROOT);
        }
        assertThat(told.all).isNotEmpty().allMatch(line -> line.equals("progressed " + ROOT));

        ledger.rotate(told);
        ledger.rotate(told);
        assertThat(told.all).endsWith("expired " + ROOT);
    }

    @Test
    void aYoungTreeThatWentOnIsNotWorthAMessage() {
        ledger.onInit(ROOT, LEFT ^ RIGHT, told);
        ledger.onAck(ROOT, LEFT, told);
        ledger.rotate(told);

        assertThat(told.all).isEmpty();
    }

    @Test
    void theBeginningOfATreeWithoutEdgesIsItsEnd() {
        ledger.onInit(ROOT, 0, told);

        assertThat(told.all).containsExactly("completed " + ROOT);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void anXorOfZeroMeansNothingBeforeTheBeginning() {
        ledger.onAck(ROOT, LEFT, told);
        ledger.onAck(ROOT, LEFT, told);
        assertThat(ledger.xor(ROOT)).isZero();
        assertThat(told.all).isEmpty();

        ledger.onInit(ROOT, RIGHT, told);
        assertThat(told.all).isEmpty();
        ledger.onAck(ROOT, RIGHT, told);
        assertThat(told.all).containsExactly("completed " + ROOT);
    }

    @Test
    void aMillionTreesThatNobodyAcksAreGoneAfterTwoRotations() {
        AckLedger.Outcomes counting = new Told() {
            @Override
            public void expired(long root) {
                count++;
            }
        };
        for (int i = 1; i <= 1_000_000; i++) {
            ledger.onInit(RootId.of(3, 1, i), i, counting);
        }
        ledger.rotate(counting);
        ledger.rotate(counting);

        assertThat(((Told) counting).count).isEqualTo(1_000_000);
        assertThat(ledger.size()).isZero();
    }

    private static final class Model {
        long xor;
        boolean begun;
        boolean failed;
        int born;
        int last;
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void behavesAsAMapOfTreesDoes(long seed) {
        Random random = new Random(seed);
        Map<Long, Model> model = new HashMap<>();
        int epoch = 0;
        int roots = 20 + random.nextInt(300);
        for (int step = 0; step < 20_000; step++) {
            String at = "seed " + seed + ", step " + step;
            told.all.clear();
            List<String> wanted = new ArrayList<>();
            if (random.nextInt(400) == 0) {
                epoch++;
                int now = epoch;
                model.forEach((root, tree) -> {
                    if (tree.begun && now - tree.last > 1) {
                        wanted.add("expired " + root);
                    } else if (tree.begun && now - tree.last == 1 && tree.born != tree.last) {
                        wanted.add("progressed " + root);
                    }
                });
                model.values().removeIf(tree -> now - tree.last > 1);
                ledger.rotate(told);
                assertThat(told.all.stream().filter(line -> line.startsWith("expired")))
                        .as(at)
                        .doesNotHaveDuplicates();
            } else {
                long root = RootId.of(3, 1, 1 + random.nextInt(roots));
                long value = random.nextInt(4);
                int now = epoch;
                Model tree = model.computeIfAbsent(root, key -> {
                    Model fresh = new Model();
                    fresh.born = now;
                    return fresh;
                });
                tree.last = epoch;
                switch (random.nextInt(8)) {
                    case 0 -> {
                        tree.begun = true;
                        tree.xor ^= value;
                        ledger.onInit(root, value, told);
                    }
                    case 1 -> {
                        tree.failed = true;
                        ledger.onFail(root, told);
                    }
                    case 2 -> {
                        ledger.onReset(root);
                        assertThat(told.all).as(at).isEmpty();
                        continue;
                    }
                    default -> {
                        tree.xor ^= value;
                        ledger.onAck(root, value, told);
                    }
                }
                if (tree.begun && tree.xor == 0) {
                    wanted.add("completed " + root);
                    model.remove(root);
                } else if (tree.begun && tree.failed) {
                    wanted.add("failed " + root);
                    model.remove(root);
                }
            }
            assertThat(new TreeSet<>(told.all)).as(at).isEqualTo(new TreeSet<>(wanted));
            assertThat(ledger.size()).as(at).isEqualTo(model.size());
        }
        model.forEach((root, tree) -> assertThat(ledger.xor(root)).isEqualTo(tree.xor));
    }

    private void send(String message) {
        switch (message) {
            case "init" -> ledger.onInit(ROOT, LEFT ^ RIGHT, told);
            case "ack-1" -> ledger.onAck(ROOT, LEFT, told);
            case "ack-2" -> ledger.onAck(ROOT, RIGHT, told);
            default -> ledger.onReset(ROOT);
        }
    }

    private static class Told implements AckLedger.Outcomes {
        final List<String> all = new ArrayList<>();
        int count;

        @Override
        public void completed(long root) {
            all.add("completed " + root);
        }

        @Override
        public void failed(long root) {
            all.add("failed " + root);
        }

        @Override
        public void expired(long root) {
            all.add("expired " + root);
        }

        @Override
        public void progressed(long root) {
            all.add("progressed " + root);
        }
    }
}
