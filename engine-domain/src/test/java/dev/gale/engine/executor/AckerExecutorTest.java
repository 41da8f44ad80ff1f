package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.tuple.RootId;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AckerExecutorTest {
    private static final long SECOND = 1_000_000_000;
    private static final long ROOT = RootId.of(2, 1, 1);

    private final List<String> told = new ArrayList<>();
    private final AckerExecutor acker = acker(Duration.ofSeconds(10));

    @Test
    void tellsTheSpoutInTheRootThatTheTreeIsComplete() {
        send(AckKind.INIT, 6);
        send(AckKind.ACK, 2);
        assertThat(told).isEmpty();
        send(AckKind.ACK, 4);

        assertThat(told).containsExactly("COMPLETED");
        assertThat(acker.size()).isZero();
    }

    @Test
    void tellsOfAFailAtOnce() {
        send(AckKind.INIT, 6);
        send(AckKind.FAIL, 0);
        send(AckKind.ACK, 2);

        assertThat(told).containsExactly("FAILED");
    }

    @Test
    void tellsOfATreeWithoutProgressAtTheSecondRotation() {
        acker.open(0);
        send(AckKind.INIT, 6);
        poll(10 * SECOND);
        assertThat(told).isEmpty();
        poll(20 * SECOND);

        assertThat(told).containsExactly("EXPIRED");
    }

    @Test
    void tellsOfAnOldTreeThatGoesOn() {
        acker.open(0);
        send(AckKind.INIT, 6);
        poll(10 * SECOND);
        send(AckKind.RESET, 0);
        poll(20 * SECOND);

        assertThat(told).containsExactly("PROGRESSED");
    }

    /** What came in while the acker did not run is as young as anything else. */
    @Test
    void aRotationThatCameLateMakesNothingExpireSooner() {
        acker.open(0);
        send(AckKind.INIT, 6);
        poll(19_900_000_000L);
        poll(20 * SECOND);
        poll(29_899_000_000L);
        assertThat(told).isEmpty();
        poll(29_900_000_000L);

        assertThat(told).containsExactly("EXPIRED");
    }

    @Test
    void withoutATimeoutThereIsNothingToPollFor() {
        AckerExecutor patient = acker(null);
        patient.open(0);
        patient.poll(Long.MAX_VALUE / 2);

        assertThat(patient.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void takesNeitherTuplesNorItsOwnMessages() {
        assertThat(acker.wantsOutside()).isFalse();
        assertThat(acker.wantsCycle()).isFalse();
        assertThatThrownBy(() -> acker.onCycle(new TupleBatch(1, new StreamTuple[0], 0)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> send(AckKind.COMPLETED, 0)).isInstanceOf(IllegalStateException.class);
    }

    private void send(AckKind kind, long value) {
        acker.onAcks(new AckBatch(kind, new long[] {ROOT, value}, 1), 0);
        acker.flush();
    }

    private void poll(long nowNanos) {
        acker.poll(nowNanos);
        acker.flush();
    }

    private AckerExecutor acker(Duration timeout) {
        OutboxSet set = new OutboxSet();
        AckOutbox spout = new AckOutbox(
                AckKind.COMPLETED,
                batch -> {
                    assertThat(batch.root(0)).isEqualTo(ROOT);
                    return told.add(batch.kind().name());
                },
                () -> new long[2 * AckOutbox.BATCH]);
        return new AckerExecutor(set, AckRoutes.toSpouts(new AckOutbox[] {null, null, spout}, set), timeout);
    }
}
