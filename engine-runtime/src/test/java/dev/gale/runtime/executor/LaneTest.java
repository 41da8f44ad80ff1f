package dev.gale.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneTest {
    private static final int SLOTS = 1024;

    private final List<RoomWaiter> waiters = new ArrayList<>();

    @Test
    void wakesNoMoreSendersThanThereAreSlots() {
        Lane<Integer> lane = new Lane<>(128 * SLOTS, new Wakeup());
        fill(lane, SLOTS, 1);
        refused(lane, 3 * SLOTS, 1);

        poll(lane, SLOTS / 2 - 1);
        assertThat(woken()).as("less than half of the slots is free").isZero();

        poll(lane, 1);
        assertThat(woken()).as("half of the slots is free").isEqualTo(SLOTS / 2);
    }

    @Test
    void wakesNoMoreSendersThanTheirBatchesHaveRoomByWeight() {
        Lane<Integer> lane = new Lane<>(SLOTS, new Wakeup());
        fill(lane, 8, SLOTS / 8);
        refused(lane, 100, SLOTS / 8);

        poll(lane, 4);

        assertThat(woken()).isEqualTo(4);
    }

    @Test
    void wakesOthersOnlyWhenThoseThatWereWokenHadTheirTurn() {
        Lane<Integer> lane = new Lane<>(128 * SLOTS, new Wakeup());
        fill(lane, SLOTS, 1);
        refused(lane, 3 * SLOTS, 1);
        poll(lane, SLOTS / 2);

        poll(lane, SLOTS / 2 - 1);

        assertThat(woken()).isEqualTo(SLOTS / 2);
    }

    @Test
    void everySenderIsWokenInTheEnd() {
        Lane<Integer> lane = new Lane<>(128 * SLOTS, new Wakeup());
        fill(lane, SLOTS, 1);
        refused(lane, 3 * SLOTS, 1);
        int received = 0;

        while (!lane.isEmpty()) {
            poll(lane, 1);
            received++;
            List<RoomWaiter> again =
                    waiters.stream().filter(LaneTest::isReleased).toList();
            waiters.removeAll(again);
            again.forEach(waiter -> assertThat(lane.offer(2, 1, waiter)).isTrue());
        }

        assertThat(received).isEqualTo(4 * SLOTS);
        assertThat(waiters).isEmpty();
    }

    @Test
    void aSenderThatNeedsItNoMoreTakesNobodysTurn() {
        Lane<Integer> lane = new Lane<>(4, new Wakeup());
        fill(lane, 4, 1);
        refused(lane, 4, 1);
        waiters.forEach(RoomWaiter::end);
        waiters.clear();
        refused(lane, 1, 1);

        poll(lane, 2);

        assertThat(woken()).isEqualTo(1);
    }

    @Test
    void aSenderThatCannotUseTheRoomLeavesItToTheNext() {
        Lane<Integer> lane = new Lane<>(2, new Wakeup());
        fill(lane, 1, 2);
        refused(lane, 2, 2);
        poll(lane, 1);
        assertThat(woken()).isEqualTo(1);

        lane.leave(waiters.get(0));

        assertThat(woken()).isEqualTo(2);
    }

    private static void fill(Lane<Integer> lane, int batches, long weight) {
        RoomWaiter waiter = new RoomWaiter(new Wakeup());
        for (int i = 0; i < batches; i++) {
            assertThat(lane.offer(1, weight, waiter)).isTrue();
        }
    }

    private void refused(Lane<Integer> lane, int senders, long weight) {
        for (int i = 0; i < senders; i++) {
            RoomWaiter waiter = new RoomWaiter(new Wakeup());
            assertThat(lane.offer(2, weight, waiter)).isFalse();
            waiters.add(waiter);
        }
    }

    private static void poll(Lane<Integer> lane, int batches) {
        IntStream.range(0, batches).forEach(i -> assertThat(lane.poll()).isNotNull());
    }

    private long woken() {
        return waiters.stream().filter(LaneTest::isReleased).count();
    }

    private static boolean isReleased(RoomWaiter waiter) {
        return !waiter.isQueued();
    }
}
