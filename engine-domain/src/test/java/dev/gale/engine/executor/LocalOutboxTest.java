package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Fields;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;
import dev.gale.engine.tuple.TupleOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalOutboxTest {
    private static final TupleOrigin ORIGIN = new TupleOrigin("a", 1, "default", new Fields("n"));

    private final OutboxSet set = new OutboxSet();
    private final Inlet inlet = new Inlet(() -> true);

    @Test
    void keepsWhatIsNotAFullBatchUntilItIsFlushed() {
        LocalOutbox outbox = new LocalOutbox(7, set, inlet, 4);
        add(outbox, 0, 3);
        assertThat(inlet.batches).isEmpty();
        assertThat(set.isEmpty()).isFalse();
        assertThat(set.held()).as("nothing was refused").isZero();

        assertThat(set.flush()).isTrue();
        assertThat(inlet.numbers()).containsExactly(0, 1, 2);
        assertThat(inlet.batches.get(0).target()).isEqualTo(7);
        assertThat(set.isEmpty()).isTrue();
    }

    @Test
    void handsOverAFullBatchByItself() {
        LocalOutbox outbox = new LocalOutbox(7, set, inlet, 4);
        add(outbox, 0, 9);

        assertThat(inlet.sizes()).containsExactly(4, 4);
        set.flush();
        assertThat(inlet.sizes()).containsExactly(4, 4, 1);
    }

    @ParameterizedTest(name = "batches of {0}")
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 16, 100, 128, 1_000})
    void noBatchIsLargerThanItsLimit(int batchSize) {
        LocalOutbox outbox = new LocalOutbox(7, set, inlet, batchSize);
        Random random = new Random(batchSize);
        int sent = 0;
        for (int i = 0; i < 300; i++) {
            int burst = random.nextInt(3 * batchSize);
            add(outbox, sent, sent + burst);
            sent += burst;
            set.flush();
        }

        assertThat(inlet.numbers()).hasSize(sent).isSorted();
        assertThat(inlet.batches).allSatisfy(batch -> {
            assertThat(batch.count()).isBetween(1, batchSize);
            assertThat(batch.tuples().length).isBetween(batch.count(), Math.max(batchSize, 1));
        });
    }

    @Test
    void aQuietStreamDoesNotAllocateFullArrays() {
        LocalOutbox outbox = new LocalOutbox(7, set, inlet, 128);
        for (int i = 0; i < 100; i++) {
            add(outbox, i, i + 1);
            set.flush();
        }

        assertThat(inlet.batches).allSatisfy(batch -> assertThat(batch.tuples()).hasSizeLessThanOrEqualTo(8));
    }

    @Test
    void countsExactlyWhatWasRefused() {
        boolean[] room = {false};
        Inlet some = new Inlet(() -> room[0]);
        LocalOutbox outbox = new LocalOutbox(7, set, some, 4);
        add(outbox, 0, 3);
        assertThat(set.held()).isZero();
        add(outbox, 3, 4);
        assertThat(set.held()).isEqualTo(4);
        add(outbox, 4, 10);
        assertThat(set.held()).isEqualTo(8);
        assertThat(set.flush()).isFalse();
        assertThat(set.held()).as("the open batch was not refused").isEqualTo(8);

        room[0] = true;
        assertThat(set.flush()).isTrue();
        assertThat(set.held()).isZero();
        assertThat(some.numbers()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void orderIsKeptThroughRefusalsAndNothingIsLost(long seed) {
        Random random = new Random(seed);
        int refusals = random.nextInt(95);
        int targets = 1 + random.nextInt(5);
        List<Inlet> inlets = new ArrayList<>();
        List<LocalOutbox> outboxes = new ArrayList<>();
        for (int i = 0; i < targets; i++) {
            Inlet to = new Inlet(() -> random.nextInt(100) >= refusals);
            inlets.add(to);
            outboxes.add(new LocalOutbox(i + 1, set, to, 1 + random.nextInt(20)));
        }
        int[] sent = new int[targets];
        for (int i = 0; i < 20_000; i++) {
            int target = random.nextInt(targets);
            add(outboxes.get(target), sent[target], sent[target] + 1);
            sent[target]++;
            if (random.nextInt(50) == 0) {
                set.flush();
            }
            int unaccepted = 0;
            for (int t = 0; t < targets; t++) {
                unaccepted += sent[t] - inlets.get(t).accepted;
            }
            assertThat(set.held()).as("seed %d, step %d", seed, i).isBetween(0, unaccepted);
        }
        int tries = 0;
        while (!set.flush()) {
            assertThat(++tries).isLessThan(100_000);
        }

        assertThat(set.held()).isZero();
        for (int t = 0; t < targets; t++) {
            List<Integer> numbers = inlets.get(t).numbers();
            assertThat(numbers).as("seed %d, target %d", seed, t).hasSize(sent[t]);
            for (int i = 0; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).isEqualTo(i);
            }
        }
    }

    @Test
    void aFlushGoesOnAfterAnOutboxThatIsRefused() {
        Inlet never = new Inlet(() -> false);
        LocalOutbox blocked = new LocalOutbox(1, set, never, 4);
        LocalOutbox free = new LocalOutbox(2, set, inlet, 4);
        add(blocked, 0, 2);
        add(free, 0, 2);

        assertThat(set.flush()).isFalse();
        assertThat(inlet.numbers()).containsExactly(0, 1);
        assertThat(set.held()).isEqualTo(2);
    }

    @Test
    void whatIsAddedDuringAFlushGoesWithIt() {
        LocalOutbox second = new LocalOutbox(2, set, inlet, 4);
        boolean[] done = {false};
        LocalOutbox first = new LocalOutbox(
                1,
                set,
                batch -> {
                    if (!done[0]) {
                        done[0] = true;
                        add(second, 0, 1);
                    }
                    return true;
                },
                4);
        add(first, 0, 1);

        assertThat(set.flush()).isTrue();
        assertThat(inlet.numbers()).containsExactly(0);
        assertThat(set.isEmpty()).isTrue();
    }

    @Test
    void anOutboxThatWasFlushedIsListedAgain() {
        LocalOutbox outbox = new LocalOutbox(7, set, inlet, 4);
        for (int i = 0; i < 10; i++) {
            add(outbox, i, i + 1);
            assertThat(set.isEmpty()).isFalse();
            assertThat(set.flush()).isTrue();
        }

        assertThat(inlet.numbers()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void acksGoEvenWhenTuplesAreRefused() {
        Inlet never = new Inlet(() -> false);
        add(new LocalOutbox(1, set, never, 4), 0, 2);
        List<Long> acked = new ArrayList<>();
        AckOutbox acks =
                new AckOutbox(AckKind.ACK, batch -> acked.add(batch.root(0)), () -> new long[2 * AckOutbox.BATCH]);
        if (acks.send(7, 1)) {
            set.list(acks);
        }

        assertThat(set.flush()).isFalse();
        assertThat(acked).containsExactly(7L);
        assertThat(set.isEmpty()).isFalse();
    }

    private static void add(Outbox outbox, int from, int to) {
        for (int i = from; i < to; i++) {
            outbox.add(new StreamTuple(ORIGIN, new Object[] {i}));
        }
    }

    private static final class Inlet implements TupleInlet {
        final List<TupleBatch> batches = new ArrayList<>();
        int accepted;
        private final BooleanSupplier room;

        Inlet(BooleanSupplier room) {
            this.room = room;
        }

        @Override
        public boolean offer(TupleBatch batch) {
            if (!room.getAsBoolean()) {
                return false;
            }
            batches.add(batch);
            accepted += batch.count();
            return true;
        }

        List<Integer> sizes() {
            return batches.stream().map(TupleBatch::count).toList();
        }

        List<Integer> numbers() {
            List<Integer> numbers = new ArrayList<>();
            for (TupleBatch batch : batches) {
                for (int i = 0; i < batch.count(); i++) {
                    numbers.add((Integer) batch.tuples()[i].getValue(0));
                }
            }
            return numbers;
        }
    }
}
