package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.tuple.RootId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AckRoutesTest {
    private final OutboxSet set = new OutboxSet();

    @ParameterizedTest(name = "{0} ackers")
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 16, 64, 100})
    void rootsAreSpreadEvenlyOverAckers(int ackers) {
        List<List<Long>> received = send(ackers, 100_000);

        double share = 100_000.0 / ackers;
        assertThat(received)
                .allSatisfy(roots -> assertThat((double) roots.size()).isBetween(0.8 * share, 1.2 * share));
    }

    /** A table of roots takes its slots from the low 32 bits of the same hash, which a choice by these would thin out. */
    @ParameterizedTest(name = "{0} ackers")
    @ValueSource(ints = {2, 3, 4, 8, 16, 64})
    void anAckersRootsAreSpreadOverItsTable(int ackers) {
        for (List<Long> roots : send(ackers, 64 * 256)) {
            long slots = roots.stream()
                    .map(root -> root * 0x9E3779B97F4A7C15L >>> 32 & 255)
                    .distinct()
                    .count();
            assertThat(slots).isGreaterThan(Math.min(200, roots.size() / 2));
        }
    }

    @Test
    void messagesOfOneRootMeetAtOneAcker() {
        List<List<Long>> received = received(5);
        AckRoutes routes = AckRoutes.toAckers(outboxes(received), set);
        long root = RootId.of(3, 1, 17);
        routes.send(AckKind.INIT, root, 1);
        routes.ack(root, 1);
        routes.send(AckKind.FAIL, root, 0);
        routes.send(AckKind.RESET, root, 0);
        set.flush();

        assertThat(received.stream().filter(roots -> !roots.isEmpty()))
                .containsExactly(List.of(root, root, root, root));
    }

    @Test
    void withoutAckersTheSpoutInTheRootIsTold() {
        List<List<Long>> received = received(2);
        AckOutbox[] outboxes = outboxes(received);
        AckRoutes routes = AckRoutes.toSpouts(new AckOutbox[] {null, null, outboxes[0], null, outboxes[1]}, set);
        routes.ack(RootId.of(2, 1, 1), 1);
        routes.ack(RootId.of(4, 1, 1), 1);
        routes.ack(RootId.of(3, 1, 1), 1);
        routes.ack(RootId.of(400, 1, 1), 1);
        set.flush();

        assertThat(received)
                .as("what names no spout goes nowhere")
                .containsExactly(List.of(RootId.of(2, 1, 1)), List.of(RootId.of(4, 1, 1)));
    }

    @Test
    void whenNothingIsTrackedNothingIsSent() {
        AckRoutes routes = AckRoutes.none(set);
        routes.ack(RootId.of(2, 1, 1), 1);
        routes.send(AckKind.FAIL, RootId.of(2, 1, 1), 1);

        assertThat(set.isEmpty()).isTrue();
    }

    private List<List<Long>> send(int ackers, int roots) {
        List<List<Long>> received = received(ackers);
        AckRoutes routes = AckRoutes.toAckers(outboxes(received), set);
        for (int i = 1; i <= roots; i++) {
            routes.ack(RootId.of(3, 5, i), 1);
        }
        set.flush();
        return received;
    }

    private static List<List<Long>> received(int count) {
        List<List<Long>> received = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            received.add(new ArrayList<>());
        }
        return received;
    }

    private static AckOutbox[] outboxes(List<List<Long>> received) {
        return received.stream()
                .map(roots -> new AckOutbox(
                        AckKind.ACK, batch -> roots.addAll(roots(batch)), () -> new long[2 * AckOutbox.BATCH]))
                .toArray(AckOutbox[]::new);
    }

    private static List<Long> roots(AckBatch batch) {
        List<Long> roots = new ArrayList<>();
        for (int i = 0; i < batch.count(); i++) {
            roots.add(batch.root(i));
        }
        return roots;
    }
}
