package dev.gale.engine.ack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Fields;
import dev.gale.engine.tuple.RootId;
import dev.gale.engine.tuple.TrackedTuple;
import dev.gale.engine.tuple.TupleOrigin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The example that the model was specified with: a spout sends t1 to bolt a, which makes t2, t3 and t4 of it for bolt b. r1 is the
 * root, m1 to m4 are the ids of the edges.
 */
class SeedTraceTest {
    private static final long M1 = 0x1111_0000_0000_0001L;
    private static final long M2 = 0x2222_0000_0000_0002L;
    private static final long M3 = 0x4444_0000_0000_0004L;
    private static final long M4 = 0x8888_0000_0000_0008L;

    private final TupleOrigin spout = new TupleOrigin("spout", 1, "default", new Fields("value"));
    private final TupleOrigin boltA = new TupleOrigin("a", 2, "default", new Fields("value"));

    @Test
    void aDedicatedAckerFollowsTheTree() {
        AckLedger acker = new AckLedger();
        List<Long> completed = new ArrayList<>();
        AckLedger.Outcomes outcomes = new OnlyCompletions(completed);
        long r1 = RootId.of(1, 1, 1);
        TrackedTuple t1 = new TrackedTuple(spout, new Object[] {"t1"}, r1, M1);

        acker.onInit(r1, M1, outcomes);
        assertThat(acker.xor(r1)).isEqualTo(M1);

        TrackedTuple t2 = child(t1, M2);
        assertThat(t1.xor()).isEqualTo(M1 ^ M2);
        TrackedTuple t3 = child(t1, M3);
        assertThat(t1.xor()).isEqualTo(M1 ^ M2 ^ M3);
        TrackedTuple t4 = child(t1, M4);
        assertThat(t1.xor()).isEqualTo(M1 ^ M2 ^ M3 ^ M4);

        acker.onAck(r1, t1.xor(), outcomes);
        assertThat(acker.xor(r1)).isEqualTo(M2 ^ M3 ^ M4);
        acker.onAck(r1, t2.xor(), outcomes);
        assertThat(acker.xor(r1)).isEqualTo(M3 ^ M4);
        acker.onAck(r1, t3.xor(), outcomes);
        assertThat(acker.xor(r1)).isEqualTo(M4);
        assertThat(completed).isEmpty();
        acker.onAck(r1, t4.xor(), outcomes);

        assertThat(completed).containsExactly(r1);
        assertThat(acker.size()).isZero();
    }

    @Test
    void theSpoutsOwnTableFollowsTheTree() {
        PendingTable pending = new PendingTable(1, () -> 1);
        long r1 = pending.reserve();
        TrackedTuple t1 = new TrackedTuple(spout, new Object[] {"t1"}, r1, M1);
        pending.open(r1, M1, "t1", 0, 0);
        int slot = pending.find(r1);
        assertThat(pending.xor(slot)).isEqualTo(M1);

        TrackedTuple t2 = child(t1, M2);
        TrackedTuple t3 = child(t1, M3);
        TrackedTuple t4 = child(t1, M4);

        assertThat(pending.ack(slot, t1.xor())).isFalse();
        assertThat(pending.xor(slot)).isEqualTo(M2 ^ M3 ^ M4);
        assertThat(pending.ack(slot, t2.xor())).isFalse();
        assertThat(pending.xor(slot)).isEqualTo(M3 ^ M4);
        assertThat(pending.ack(slot, t3.xor())).isFalse();
        assertThat(pending.xor(slot)).isEqualTo(M4);
        assertThat(pending.ack(slot, t4.xor())).isTrue();
        assertThat(pending.xor(slot)).isZero();
    }

    private TrackedTuple child(TrackedTuple parent, long edge) {
        parent.addChild(0, edge);
        return new TrackedTuple(boltA, new Object[] {"child"}, parent.root(), edge);
    }

    private record OnlyCompletions(List<Long> completed) implements AckLedger.Outcomes {
        @Override
        public void completed(long root) {
            completed.add(root);
        }

        @Override
        public void failed(long root) {
            throw new AssertionError("failed");
        }

        @Override
        public void expired(long root) {
            throw new AssertionError("expired");
        }

        @Override
        public void progressed(long root) {
            throw new AssertionError("progressed");
        }
    }
}
