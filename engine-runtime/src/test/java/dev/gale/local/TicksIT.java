package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TicksIT {
    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** What many ticking bolts saw. */
    private static final class Ticks {
        final AtomicIntegerArray of = new AtomicIntegerArray(100);
        final AtomicBoolean blocked = new AtomicBoolean();
        final AtomicBoolean released = new AtomicBoolean();
        final AtomicLong emitted = new AtomicLong();
    }

    /** O-33, scaled: many ticking bolts, one of which blocks with a full inbox; the others tick on, it catches up without a burst. */
    @Test
    void aBoltThatBlocksKeepsNobodyElseFromTicking() {
        int bolts = Patience.LONG ? 80 : 20;
        double period = Patience.LONG ? 1 : 0.1;
        Ticks ticks = new Ticks();
        Shared<Ticks> shared = Shared.of(ticks);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                        (out, context) -> out.emit(
                                new Values(shared.get().emitted.incrementAndGet()),
                                shared.get().emitted.get()),
                        "n"));
        for (int i = 0; i < bolts; i++) {
            int number = i;
            builder.setBolt("bolt-" + i, WorkBolt.doing((input, out, context) -> {
                        Ticks of = shared.get();
                        if (input.isTick()) {
                            of.of.incrementAndGet(number);
                            return;
                        }
                        if (number == 0 && !of.released.get()) {
                            of.blocked.set(true);
                            while (!of.released.get() && !Thread.currentThread().isInterrupted()) {
                                Runs.work(1_000_000);
                            }
                        }
                        out.ack(input);
                    }))
                    .shuffleGrouping("spout")
                    .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, period);
        }
        Config conf = Runs.workers(1);
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 16);
        LocalTopology topology = Runs.start(cluster, conf, builder);
        Patience.until(ticks.blocked::get, () -> "nobody blocks; " + Runs.messages(topology));
        int ofBlocked = ticks.of.get(0);
        int[] before = new int[bolts];
        for (int i = 0; i < bolts; i++) {
            before[i] = ticks.of.get(i);
        }
        long start = System.nanoTime();

        int wanted = Patience.LONG ? 58 : 15;
        Patience.until(
                () -> {
                    for (int i = 1; i < bolts; i++) {
                        if (ticks.of.get(i) - before[i] < wanted) {
                            return false;
                        }
                    }
                    return true;
                },
                () -> "ticks " + ticks.of);
        double periods = (System.nanoTime() - start) / 1e9 / period;
        for (int i = 1; i < bolts; i++) {
            assertThat(ticks.of.get(i) - before[i]).isLessThanOrEqualTo((int) periods + 2);
        }
        assertThat(ticks.of.get(0)).isEqualTo(ofBlocked);

        long released = System.nanoTime();
        ticks.released.set(true);
        Patience.until(() -> ticks.of.get(0) >= ofBlocked + 5, () -> "ticks " + ticks.of);
        double since = (System.nanoTime() - released) / 1e9 / period;
        assertThat(ticks.of.get(0) - ofBlocked).isLessThanOrEqualTo((int) since + 2);
    }

    /** When a bolt was prepared, and when it ticked. */
    private static final class Diary {
        final AtomicLong preparedNanos = new AtomicLong();
        final Queue<Long> tickNanos = new ConcurrentLinkedQueue<>();
    }

    /** O-34, scaled: ticks begin after prepare returned, at most one is due then, in an inactive topology too. */
    @Test
    void ticksBeginAfterPrepareAndWithoutABurst() {
        double period = Patience.LONG ? 1 : 0.1;
        long preparing = Patience.LONG ? 10_000_000_000L : 1_000_000_000L;
        Diary diary = new Diary();
        Shared<Diary> shared = Shared.of(diary);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", WorkSpout.doing((out, context) -> out.emit(new Values(1)), "n"));
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing((input, out, context) -> {
                                    if (input.isTick()) {
                                        shared.get().tickNanos.add(System.nanoTime());
                                    }
                                    out.ack(input);
                                })
                                .preparedBy((out, context) -> {
                                    Runs.work(preparing);
                                    shared.get().preparedNanos.set(System.nanoTime());
                                }))
                .shuffleGrouping("spout")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, period);
        LocalTopology topology = cluster.submit("it", Runs.workers(2), builder.createTopology());
        topology.deactivate();

        Patience.until(() -> diary.tickNanos.size() >= 6, () -> "ticks " + diary.tickNanos.size());

        List<Long> times = new ArrayList<>(diary.tickNanos);
        assertThat(times.get(0)).isGreaterThan(diary.preparedNanos.get());
        for (int i = 0; i < times.size(); i++) {
            double since = (times.get(i) - diary.preparedNanos.get()) / 1e9 / period;
            assertThat(i + 1).isLessThanOrEqualTo((int) since + 2);
        }
    }
}
