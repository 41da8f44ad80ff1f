package dev.gale.engine.executor;

import dev.gale.engine.ack.AckOutbox;
import java.util.ArrayList;
import java.util.List;

/** All outboxes of one executor: which have something to hand over, and how much was refused so far. */
public final class OutboxSet {
    private final List<Outbox> tuples = new ArrayList<>();
    private final List<AckOutbox> acks = new ArrayList<>();
    private int held;

    /** Tuples that were refused and wait. Acks do not count: they are merged by root. */
    public int held() {
        return held;
    }

    public boolean isEmpty() {
        return tuples.isEmpty() && acks.isEmpty();
    }

    void list(Outbox outbox) {
        tuples.add(outbox);
    }

    void list(AckOutbox outbox) {
        acks.add(outbox);
    }

    void held(int change) {
        held += change;
    }

    /** Hands over all that is accepted. @return whether anything was and nothing is left */
    boolean flush() {
        // Acks last: what they complete may then see the tuples' effects first, and they are what a waiting spout
        // needs.
        int kept = 0;
        for (int i = 0; i < tuples.size(); i++) {
            Outbox outbox = tuples.get(i);
            if (outbox.flush()) {
                outbox.unlist();
            } else {
                tuples.set(kept++, outbox);
            }
        }
        truncate(tuples, kept);
        kept = 0;
        for (int i = 0; i < acks.size(); i++) {
            AckOutbox outbox = acks.get(i);
            if (!outbox.flush()) {
                acks.set(kept++, outbox);
            }
        }
        truncate(acks, kept);
        return isEmpty();
    }

    private static void truncate(List<?> list, int size) {
        for (int i = list.size() - 1; i >= size; i--) {
            list.remove(i);
        }
    }
}
