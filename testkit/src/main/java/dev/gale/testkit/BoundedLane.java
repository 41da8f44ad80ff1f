package dev.gale.testkit;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What waits for an executor, bounded as in a worker: a batch is accepted while the sum of the weights is below the bound. */
final class BoundedLane<B> {
    private record Waiting<B>(B batch, int weight) {}

    private final int bound;
    private final ArrayDeque<Waiting<B>> batches = new ArrayDeque<>();
    private long queued;

    BoundedLane(int bound) {
        this.bound = bound;
    }

    boolean offer(B batch, int weight) {
        if (queued >= bound) {
            return false;
        }
        batches.add(new Waiting<>(batch, weight));
        queued += weight;
        return true;
    }

    @Nullable
    B poll() {
        Waiting<B> first = batches.poll();
        if (first == null) {
            return null;
        }
        queued -= first.weight;
        return first.batch;
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    long queued() {
        return queued;
    }
}
