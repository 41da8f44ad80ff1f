package dev.gale.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LaneIT {
    private static final Integer OTHER = -1;

    /**
     * What the receiver forces in keeps its order, though some of it goes through the ring, behind a slot that another producer has
     * claimed and not published, and some does not fit there.
     */
    @Test
    void whatIsForcedKeepsItsOrderWhileOthersOffer() throws Exception {
        int count = 10_000;
        Wakeup wakeup = new Wakeup();
        Lane<Integer> lane = new Lane<>(4, wakeup);
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            RoomWaiter waiter = new RoomWaiter(new Wakeup());
            others.add(new Thread(() -> {
                while (!over.get()) {
                    lane.offer(OTHER, 1, waiter);
                }
            }));
        }
        Thread receiver = new Thread(() -> {
            for (int n = 0; n < count; n++) {
                lane.force(n, 1);
                while (lane.queued() > 256 && !over.get()) {
                    Thread.onSpinWait();
                }
            }
        });
        wakeup.own();
        others.forEach(Thread::start);
        receiver.start();
        try {
            int expected = 0;
            while (expected < count) {
                Integer next = lane.poll();
                if (next != null && !next.equals(OTHER)) {
                    assertThat(next).isEqualTo(expected);
                    expected++;
                }
            }
        } finally {
            over.set(true);
            receiver.join();
            for (Thread other : others) {
                other.join();
            }
        }
    }
}
