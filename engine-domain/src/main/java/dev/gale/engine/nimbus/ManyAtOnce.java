package dev.gale.engine.nimbus;

import org.jspecify.annotations.Nullable;

/**
 * When most of those who are listened to go silent at once, that rather is the fault of the one who listens: silence then counts one
 * timeout later. Not thread-safe.
 */
final class ManyAtOnce {
    private static final int FEW = 2;

    private final long againNanos;
    private @Nullable Long since;

    ManyAtOnce(long againNanos) {
        this.againNanos = againNanos;
    }

    void restart() {
        since = null;
    }

    /** Whether so much silence is to be looked at again before anything is done about it. To be asked each time. */
    boolean isDoubtful(int silent, int all, long nowNanos) {
        if (silent < FEW || 2 * silent <= all) {
            since = null;
            return false;
        }
        if (since == null) {
            since = nowNanos;
        }
        return nowNanos - since < againNanos;
    }
}
