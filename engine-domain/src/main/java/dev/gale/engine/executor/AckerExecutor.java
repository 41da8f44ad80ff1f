package dev.gale.engine.executor;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.ack.AckLedger;
import dev.gale.engine.tuple.TupleBatch;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A dedicated acker: keeps the trees of its share of roots, and tells their spouts how they ended. */
public final class AckerExecutor extends ExecutorMachine {
    private final AckLedger ledger = new AckLedger();
    private final long timeoutNanos;
    private final AckLedger.Outcomes outcomes;

    private long nextRotation = Long.MAX_VALUE;

    /**
     * @param spouts where spouts are told
     * @param timeout null for none
     */
    public AckerExecutor(OutboxSet outboxes, AckRoutes spouts, @Nullable Duration timeout) {
        super(outboxes, Integer.MAX_VALUE);
        timeoutNanos = timeout == null ? 0 : timeout.toNanos();
        outcomes = new AckLedger.Outcomes() {
            @Override
            public void completed(long root) {
                spouts.send(AckKind.COMPLETED, root, 0);
            }

            @Override
            public void failed(long root) {
                spouts.send(AckKind.FAILED, root, 0);
            }

            @Override
            public void expired(long root) {
                spouts.send(AckKind.EXPIRED, root, 0);
            }

            @Override
            public void progressed(long root) {
                spouts.send(AckKind.PROGRESSED, root, 0);
            }
        };
    }

    /** Trees under way. */
    public int size() {
        return ledger.size();
    }

    @Override
    public void open(long nowNanos) {
        if (timeoutNanos > 0) {
            nextRotation = nowNanos + timeoutNanos;
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean wantsOutside() {
        return false;
    }

    @Override
    public boolean wantsCycle() {
        return false;
    }

    @Override
    public void onOutside(TupleBatch batch) {
        throw new IllegalStateException("An acker takes no tuples, but was sent some for task " + batch.target());
    }

    @Override
    public void onCycle(TupleBatch batch) {
        onOutside(batch);
    }

    @Override
    public void onAcks(AckBatch batch, long nowNanos) {
        AckKind kind = batch.kind();
        for (int i = 0; i < batch.count(); i++) {
            long root = batch.root(i);
            switch (kind) {
                case INIT -> ledger.onInit(root, batch.value(i), outcomes);
                case ACK -> ledger.onAck(root, batch.value(i), outcomes);
                case FAIL -> ledger.onFail(root, outcomes);
                case RESET -> ledger.onReset(root);
                case COMPLETED, FAILED, EXPIRED, PROGRESSED ->
                    throw new IllegalStateException("An acker does not take " + kind);
            }
        }
    }

    @Override
    public Step step(long nowNanos) {
        return Step.IDLE;
    }

    @Override
    public void poll(long nowNanos) {
        if (nextRotation != Long.MAX_VALUE && nowNanos - nextRotation >= 0) {
            nextRotation = nowNanos + timeoutNanos;
            ledger.rotate(outcomes);
        }
    }

    @Override
    public long nextDeadlineNanos() {
        return nextRotation;
    }

    @Override
    public void setActive(boolean active, long nowNanos) {
        // What is under way is to be finished.
    }

    @Override
    public void close() {}
}
