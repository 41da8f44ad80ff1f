package dev.gale.runtime.executor;

/** What the consumer of a lane got: the numbers of the batches as decimal digits, in order. */
final class Received {
    /** A batch whose content is plain: only the lane makes it visible. */
    static final class Batch {
        int number;

        Batch(int number) {
            this.number = number;
        }
    }

    private final Lane<Batch> lane;
    private long digits;

    /** The lowest weight that was seen to wait. */
    private long lowest;

    Received(Lane<Batch> lane) {
        this.lane = lane;
    }

    void poll(int times) {
        for (int i = 0; i < times; i++) {
            poll();
            lowest = Math.min(lowest, lane.queued());
        }
    }

    void pollAll() {
        while (poll()) {
            lowest = Math.min(lowest, lane.queued());
        }
    }

    private boolean poll() {
        Batch batch = lane.poll();
        if (batch == null) {
            return false;
        }
        digits = 10 * digits + batch.number;
        return true;
    }

    long all() {
        return digits;
    }

    /** What is left when all is polled, which is to be 0, or the lowest that was seen if that was below 0. */
    long weight() {
        return lowest < 0 ? lowest : lane.queued();
    }
}
