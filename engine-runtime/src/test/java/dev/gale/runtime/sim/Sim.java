package dev.gale.runtime.sim;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** Virtual time and everything that happens in it, in one thread and the same way for the same seed. */
final class Sim {
    private record Event(long atNanos, long number, Runnable action) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
    private final Random random;
    private long nowNanos;
    private long number;
    private Runnable afterEach = () -> {};

    Sim(long seed) {
        random = new Random(seed);
    }

    long nowNanos() {
        return nowNanos;
    }

    Random random() {
        return random;
    }

    /** A number from one bound to the other, both included. */
    long between(long from, long to) {
        return from + (long) (random.nextDouble() * (to - from + 1));
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    void after(long nanos, Runnable action) {
        events.add(new Event(nowNanos + nanos, number++, action));
    }

    void afterEach(Runnable check) {
        afterEach = check;
    }

    void run(long forNanos) {
        long end = nowNanos + forNanos;
        while (!events.isEmpty() && events.peek().atNanos <= end) {
            Event event = events.poll();
            nowNanos = event.atNanos;
            event.action.run();
            afterEach.run();
        }
        nowNanos = end;
    }
}
