package dev.gale.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real threads that really park, for as long as it takes: a wake-up that is lost ends in the timeout. The seed is fresh each time and
 * can be given by {@code -Dgale.test.seed}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LaneParkingIT {
    private static final long PATIENCE_SECONDS = Long.getLong("gale.test.patience.seconds", 60);
    private static final Duration RUN = Duration.ofMillis(700);
    private static final int SENDERS = 2;
    private static final int RECEIVERS = 2;

    private final long seed = Long.getLong("gale.test.seed", System.nanoTime());
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "lane");
        thread.setDaemon(true);
        return thread;
    });

    private record Batch(int producer, long number, long weight) {}

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @ParameterizedTest(name = "bound {0}")
    @ValueSource(longs = {2, 9, 5_000})
    void nothingIsLostAndEachProducerKeepsItsOrder(long bound) throws Exception {
        Run run = new Run(bound);
        Future<Long> received = threads.submit(run::consume);
        List<Future<Long>> sent = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (int producer = 0; producer < SENDERS + RECEIVERS; producer++) {
            int number = producer;
            SplittableRandom own = random.split();
            sent.add(threads.submit(() -> number < SENDERS ? run.send(number, own) : run.force(number, own)));
        }
        long total = 0;
        for (Future<Long> producer : sent) {
            total += outcome(producer, run);
        }
        run.end();

        assertThat(outcome(received, run)).as("seed %d", seed).isEqualTo(total).isPositive();
        assertThat(run.disorder).as("seed %d", seed).isEmpty();
        assertThat(run.lane.queued()).as("weight that is left, seed %d", seed).isZero();
        assertThat(run.lane.isEmpty()).isTrue();
    }

    private long outcome(Future<Long> future, Run run) throws InterruptedException, ExecutionException {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "somebody waits for ever: queued=" + run.lane.queued() + " empty=" + run.lane.isEmpty() + " seed="
                            + seed,
                    e);
        }
    }

    private static final class Run {
        final Lane<Batch> lane;
        private final long bound;

        /** What receivers may have under way: enough to fill the lane at times, and little enough that it is empty at times. */
        private final long window;

        private final Wakeup consumer = new Wakeup();
        private final AtomicLong forcedUnderWay = new AtomicLong();
        private final long end = System.nanoTime() + RUN.toNanos();
        private final Queue<String> disorder = new ConcurrentLinkedQueue<>();
        private volatile boolean ended;

        Run(long bound) {
            this.bound = bound;
            window = Math.min(bound, 1024) + 4;
            lane = new Lane<>(bound, consumer);
        }

        void end() {
            ended = true;
            consumer.wake();
        }

        private boolean goesOn() {
            return System.nanoTime() - end < 0;
        }

        /** An executor: offers, and parks when it is refused. */
        long send(int producer, SplittableRandom random) {
            Wakeup wakeup = new Wakeup();
            wakeup.own();
            RoomWaiter waiter = new RoomWaiter(wakeup);
            long sent = 0;
            while (goesOn()) {
                Batch batch = new Batch(producer, sent++, weight(random));
                while (!lane.offer(batch, batch.weight, waiter)) {
                    wakeup.prepare();
                    if (lane.offer(batch, batch.weight, waiter)) {
                        wakeup.cancel();
                        break;
                    }
                    wakeup.park(Long.MAX_VALUE);
                }
                pause(random);
            }
            return sent;
        }

        /** A link's thread: never refused, and bounded by its credit. */
        long force(int producer, SplittableRandom random) {
            long sent = 0;
            while (goesOn()) {
                if (forcedUnderWay.get() < window) {
                    forcedUnderWay.incrementAndGet();
                    long weight = weight(random);
                    lane.force(new Batch(producer, sent++, weight), weight);
                } else {
                    Thread.yield();
                }
                pause(random);
            }
            return sent;
        }

        long consume() {
            consumer.own();
            long[] next = new long[SENDERS + RECEIVERS];
            long received = 0;
            while (true) {
                Batch batch = lane.poll();
                if (batch != null) {
                    if (batch.number != next[batch.producer]) {
                        disorder.add(batch + " came when " + next[batch.producer] + " was due");
                    }
                    next[batch.producer] = batch.number + 1;
                    received++;
                    if (batch.producer >= SENDERS) {
                        forcedUnderWay.decrementAndGet();
                    }
                    continue;
                }
                consumer.prepare();
                if (!lane.isEmpty()) {
                    consumer.cancel();
                } else if (ended) {
                    return received;
                } else {
                    consumer.park(Long.MAX_VALUE);
                }
            }
        }

        private long weight(SplittableRandom random) {
            return 1 + random.nextLong(Math.max(1, bound / 4));
        }

        /** Seldom, so that the lane is empty at times and full at times. */
        private static void pause(SplittableRandom random) {
            if (random.nextInt(500) == 0) {
                Thread.yield();
            }
        }
    }
}
