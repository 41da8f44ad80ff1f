package dev.gale.engine.ack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AckOutboxTest {
    private boolean room = true;
    private final Receiver receiver = new Receiver(() -> room);
    private final AckOutbox outbox = new AckOutbox(AckKind.ACK, receiver, receiver);

    @Test
    void sendsNothingBeforeItIsFlushed() {
        outbox.send(1, 10);
        assertThat(receiver.batches).isEmpty();

        assertThat(outbox.flush()).isTrue();
        assertThat(receiver.messages()).containsExactly("ACK 1 10");
    }

    @Test
    void handsOverAFullBatchByItself() {
        for (int i = 1; i <= AckOutbox.BATCH + 1; i++) {
            outbox.send(i, i);
        }

        assertThat(receiver.batches).hasSize(1);
        assertThat(receiver.batches.get(0).count()).isEqualTo(AckOutbox.BATCH);
        assertThat(outbox.flush()).isTrue();
        assertThat(receiver.messages()).hasSize(AckOutbox.BATCH + 1);
    }

    @Test
    void valuesForOneRootThatFollowEachOtherAreMerged() {
        outbox.send(1, 0b001);
        outbox.send(1, 0b010);
        outbox.send(2, 0b100);
        outbox.send(1, 0b1000);
        outbox.flush();

        assertThat(receiver.messages()).containsExactly("ACK 1 3", "ACK 2 4", "ACK 1 8");
    }

    @Test
    void whatIsRefusedIsMergedByRoot() {
        room = false;
        for (int i = 0; i < 1_000_000; i++) {
            outbox.send(1 + i % 10, 1L << i % 7);
        }
        assertThat(outbox.flush()).isFalse();

        room = true;
        assertThat(outbox.flush()).isTrue();
        assertThat(receiver.messages()).hasSizeLessThanOrEqualTo(10 + 2 * AckOutbox.BATCH);
    }

    @Test
    void whatIsRefusedTakesMoreMessagesWhileItWaits() {
        room = false;
        for (int i = 1; i <= AckOutbox.BATCH; i++) {
            outbox.send(i, i);
            assertThat(outbox.flush()).isFalse();
        }

        room = true;
        assertThat(outbox.flush()).isTrue();
        assertThat(receiver.batches).hasSize(1);
        assertThat(receiver.messages()).hasSize(AckOutbox.BATCH);
    }

    @Test
    void asksOnceToBeFlushedUntilNothingIsLeft() {
        assertThat(outbox.send(1, 10)).isTrue();
        for (int i = 2; i < 10 * AckOutbox.BATCH; i++) {
            assertThat(outbox.send(i, 10)).as("message %d", i).isFalse();
        }
        assertThat(outbox.send(AckKind.FAIL, 1, 0)).isFalse();
        room = false;
        assertThat(outbox.flush()).isFalse();
        assertThat(outbox.send(1, 10)).as("it is still to be flushed").isFalse();
        room = true;
        assertThat(outbox.flush()).isTrue();

        assertThat(outbox.send(AckKind.FAIL, 1, 0)).isTrue();
        assertThat(outbox.send(1, 10)).isFalse();
    }

    @Test
    void anEmptyOutboxIsFlushedInVain() {
        assertThat(outbox.isEmpty()).isTrue();
        assertThat(outbox.flush()).isTrue();
        assertThat(receiver.batches).isEmpty();
    }

    @Test
    void tryingAgainAndAgainTakesNoMoreArrays() {
        room = false;
        for (int i = 1; i <= 1_000; i++) {
            outbox.send(i, i);
        }
        outbox.flush();
        outbox.send(1, 1);
        int taken = receiver.taken;
        for (int i = 0; i < 1_000; i++) {
            assertThat(outbox.flush()).isFalse();
        }

        assertThat(receiver.taken).isEqualTo(taken);
    }

    @ParameterizedTest
    @EnumSource(AckKind.class)
    void everyKindArrivesWhetherBusyOrNot(AckKind busy) {
        AckOutbox other = new AckOutbox(busy, receiver, receiver);
        for (AckKind kind : AckKind.values()) {
            other.send(kind, 7, 70);
        }
        assertThat(other.flush()).isTrue();

        assertThat(receiver.kinds()).containsExactlyInAnyOrder(AckKind.values());
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void refusalLosesNothingAndDoublesNothing(long seed) {
        Random random = new Random(seed);
        AckKind[] kinds = AckKind.values();
        AckKind busy = kinds[random.nextInt(kinds.length)];
        int refusals = random.nextInt(100);
        Receiver other = new Receiver(() -> random.nextInt(100) >= refusals);
        AckOutbox from = new AckOutbox(busy, other, other);
        int roots = 1 + random.nextInt(1_000);
        Map<AckKind, Map<Long, Long>> sent = new EnumMap<>(AckKind.class);
        for (int i = 0; i < 50_000; i++) {
            long root = 1 + random.nextInt(roots);
            long value = random.nextLong();
            AckKind kind = random.nextInt(10) > 0 ? busy : kinds[random.nextInt(kinds.length)];
            if (kind == busy && random.nextBoolean()) {
                from.send(root, value);
            } else {
                from.send(kind, root, value);
            }
            sent.computeIfAbsent(kind, key -> new HashMap<>()).merge(root, value, (a, b) -> a ^ b);
            if (random.nextInt(500) == 0) {
                boolean all = from.flush();
                assertThat(from.isEmpty()).as("seed %d, step %d", seed, i).isEqualTo(all);
            }
        }
        int tries = 0;
        while (!from.flush()) {
            assertThat(++tries).isLessThan(100_000);
        }

        assertThat(from.isEmpty()).isTrue();
        assertThat(other.xors).as("seed %d", seed).isEqualTo(sent);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noMessageIsSentTwice(long seed) {
        // Every value is sent twice in the end, so that the sum of a root is 0 unless a message was lost or doubled.
        Random random = new Random(seed);
        Receiver other = new Receiver(random::nextBoolean);
        AckOutbox from = new AckOutbox(AckKind.ACK, other, other);
        Deque<long[]> open = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean() || open.isEmpty()) {
                long root = 1 + random.nextInt(50);
                long value = random.nextLong();
                from.send(root, value);
                open.add(new long[] {root, value});
            } else {
                long[] pair = open.poll();
                from.send(pair[0], pair[1]);
            }
        }
        open.forEach(pair -> from.send(pair[0], pair[1]));
        while (!from.flush()) {
            assertThat(other.batches.size()).isLessThan(1_000_000);
        }

        assertThat(other.xors.get(AckKind.ACK).values()).as("seed %d", seed).allMatch(xor -> xor == 0);
    }

    /** Receives when it has room, lends arrays, and gives them back filled with rubbish. */
    private static final class Receiver implements AckOutbox.Inlet, AckOutbox.Arrays {
        final List<AckBatch> batches = new ArrayList<>();
        final Map<AckKind, Map<Long, Long>> xors = new EnumMap<>(AckKind.class);
        private final BooleanSupplier room;
        int taken;

        Receiver(BooleanSupplier room) {
            this.room = room;
        }

        @Override
        public boolean offer(AckBatch batch) {
            assertThat(batch.count()).isBetween(1, AckOutbox.BATCH);
            if (!room.getAsBoolean()) {
                return false;
            }
            batches.add(new AckBatch(batch.kind(), batch.pairs().clone(), batch.count()));
            for (int i = 0; i < batch.count(); i++) {
                xors.computeIfAbsent(batch.kind(), key -> new HashMap<>())
                        .merge(batch.root(i), batch.value(i), (a, b) -> a ^ b);
            }
            java.util.Arrays.fill(batch.pairs(), 0xDEAD);
            return true;
        }

        @Override
        public long[] take() {
            taken++;
            long[] pairs = new long[2 * AckOutbox.BATCH];
            java.util.Arrays.fill(pairs, 0xBEEF);
            return pairs;
        }

        List<AckKind> kinds() {
            return batches.stream().map(AckBatch::kind).toList();
        }

        List<String> messages() {
            List<String> messages = new ArrayList<>();
            for (AckBatch batch : batches) {
                for (int i = 0; i < batch.count(); i++) {
                    messages.add(batch.kind() + " " + batch.root(i) + " " + batch.value(i));
                }
            }
            return messages;
        }
    }
}
