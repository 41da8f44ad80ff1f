package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.Streams;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User code that throws, and what may come of it. */
@Timeout(120)
class FailureIT {
    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** Nobody can read this. */
    private static final class Unreadable extends RuntimeException {
        @Override
        public String getMessage() {
            throw this;
        }
    }

    private static Throwable failure(String kind) {
        return switch (kind) {
            case "socket timeout" -> new RuntimeException(new SocketTimeoutException("timed out"));
            case "interrupted io" -> new RuntimeException(new InterruptedIOException("interrupted"));
            case "closed by interrupt" -> new RuntimeException(new ClosedByInterruptException());
            case "interrupted" -> new InterruptedException("thrown by user code");
            case "error" -> new AssertionError("a plain error");
            case "stack overflow" -> new StackOverflowError();
            case "unreadable" -> new Unreadable();
            default -> new IllegalStateException(kind);
        };
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
        throw (E) e;
    }

    /** O-52, and O-51's error that cannot be reported: all end alike, with an error recorded and execute called again. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "socket timeout",
                "interrupted io",
                "closed by interrupt",
                "interrupted",
                "error",
                "stack overflow",
                "unreadable"
            })
    void everyThrowableEndsAlike(String kind) {
        int count = 1_000;
        Ledger ledger = new Ledger(count);
        Shared<Ledger> shared = Shared.of(ledger);
        AtomicInteger prepared = new AtomicInteger();
        Shared<AtomicInteger> instances = Shared.of(prepared);
        AtomicInteger interrupted = new AtomicInteger();
        Shared<AtomicInteger> interrupts = Shared.of(interrupted);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(shared));
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing((input, out, context) -> {
                                    if (Thread.currentThread().isInterrupted()) {
                                        interrupts.get().incrementAndGet();
                                    }
                                    int id = input.getInteger(0);
                                    if (id % 500 == 250 && shared.get().emitsOf.get(id) == 1) {
                                        if (kind.equals("closed by interrupt")) {
                                            Thread.currentThread().interrupt();
                                        }
                                        throw sneaky(failure(kind));
                                    }
                                    out.ack(input);
                                })
                                .preparedBy((out, context) -> instances.get().incrementAndGet()))
                .shuffleGrouping("spout");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(2);
        assertThat(prepared).hasValue(3);
        assertThat(interrupted).hasValue(0);
        assertThat(topology.errors())
                .hasSize(2)
                .allMatch(error -> error.component().equals("bolt"));
        assertThat(topology.errors().get(0).message())
                .contains(failure(kind).getClass().getName());
    }

    /** One input in ten makes the bolt throw, the others are acked: it keeps its pace, and its worker is never started anew. */
    @Test
    void aBoltThatFailsNowAndThenGetsOn() {
        int count = 20_000;
        Ledger ledger = new Ledger(count);
        Shared<Ledger> shared = Shared.of(ledger);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(shared));
        builder.setBolt("bolt", WorkBolt.doing((input, out, context) -> {
                    int id = input.getInteger(0);
                    if (id % 10 == 3 && shared.get().emitsOf.get(id) == 1) {
                        throw new IllegalStateException("one in ten");
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("spout");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(1), builder, ledger);

        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(count / 10);
        assertThat(topology.errors()).allMatch(error -> error.component().equals("bolt"));
    }

    /** A worker that is started anew is seen among the errors, with the reason and the cause. */
    @Test
    void aWorkerThatIsStartedAnewIsSeen() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(new Ledger(1_000))));
        builder.setBolt("bolt", WorkBolt.doing((input, out, context) -> {
                    throw new OutOfMemoryError("made up");
                }))
                .shuffleGrouping("spout");
        LocalTopology topology = cluster.submit("it", Runs.workers(1), builder.createTopology());

        Patience.until(
                () -> topology.errors().stream()
                        .anyMatch(error -> error.component().equals(Streams.SYSTEM_COMPONENT)
                                && error.message().contains("started anew")
                                && error.message().contains("'bolt'")
                                && error.stackTrace().contains("made up")),
                () -> "errors are " + Runs.messages(topology));
    }

    /** A spout's callbacks that throw: a new instance, what was pending is forgotten, and it emits anew. */
    @Test
    void aSpoutThatThrowsInItsCallbacksBeginsAnew() {
        int count = 5_000;
        Ledger ledger = new Ledger(count);
        Shared<Ledger> shared = Shared.of(ledger);
        AtomicInteger opened = new AtomicInteger();
        Shared<AtomicInteger> lives = Shared.of(opened);
        AtomicInteger nextOf = new AtomicInteger();
        Shared<AtomicInteger> next = Shared.of(nextOf);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                                (out, context) -> {
                                    int id = next.get().incrementAndGet();
                                    while (id <= count && shared.get().acksOf.get(id) > 0) {
                                        id = next.get().incrementAndGet();
                                    }
                                    if (id > count) {
                                        out.finish();
                                        return;
                                    }
                                    shared.get().emitted(id);
                                    out.emit(new Values(id), id);
                                },
                                "id")
                        .opening((out, context) -> {
                            next.get().set(0);
                            lives.get().incrementAndGet();
                        })
                        .onAck((id, out) -> {
                            shared.get().acked((Integer) id);
                            if (lives.get().get() < 4 && shared.get().acks.get() % 1_000 == 0) {
                                throw new IllegalStateException("thrown by ack");
                            }
                        }));
        builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping("spout");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(opened).hasValue(4);
        assertThat(ledger.distinctAcked()).isEqualTo(count);
        assertThat(ledger.ackedMoreThanOnce()).isZero();
        assertThat(topology.errors()).hasSize(3);
        assertThat(topology.pending()).isZero();
    }

    /**
     * K22: a bolt that keeps failing costs its worker a restart in the end; the others live on, what was lost times out and comes
     * again, and statistics go on. The waits between sixteen failures in a row, from 10 ms to 5 s, are not scaled: long tests only.
     */
    @EnabledIfSystemProperty(named = "gale.test.long", matches = "true")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aComponentThatKeepsFailingCostsItsWorkerARestart(int workers) {
        int count = 3_000;
        Ledger ledger = new Ledger(count);
        AtomicInteger failures = new AtomicInteger();
        Shared<AtomicInteger> thrown = Shared.of(failures);
        AtomicLong executed = new AtomicLong();
        Shared<AtomicLong> calls = Shared.of(executed);
        AtomicInteger others = new AtomicInteger();
        Shared<AtomicInteger> preparedOthers = Shared.of(others);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("c-spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("a-fails", WorkBolt.doing((input, out, context) -> {
                    calls.get().incrementAndGet();
                    if (thrown.get().get() < 16) {
                        thrown.get().incrementAndGet();
                        throw new IllegalStateException("out of order");
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("c-spout");
        builder.setBolt(
                        "b-other",
                        WorkBolt.acking()
                                .preparedBy(
                                        (out, context) -> preparedOthers.get().incrementAndGet()))
                .shuffleGrouping("c-spout");
        Config conf = Runs.workers(workers);
        conf.setMaxSpoutPending(100);
        conf.setMessageTimeoutSecs(1);

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.distinctAcked()).isEqualTo(count);
        assertThat(failures).hasValue(16);
        assertThat(others).hasValue(workers == 1 ? 2 : 1);
        assertThat(StatisticsIT.Counts.of(topology).executed("a-fails")).isEqualTo(executed.get());
        assertThat(Runs.messages(topology)).anyMatch(message -> message.contains("out of order"));
    }

    /** O-51: two executors of one component fail for good at the same moment; one restart is enough, and nothing is missing after. */
    @Test
    void twoExecutorsThatFailAtOnceAreBothBackAfterwards() {
        int count = 2_000;
        Ledger ledger = new Ledger(count);
        AtomicInteger attempts = new AtomicInteger();
        Shared<AtomicInteger> prepares = Shared.of(attempts);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "bolt",
                        WorkBolt.acking().preparedBy((out, context) -> {
                            // Both have failed too often by then.
                            if (prepares.get().incrementAndGet() <= 20) {
                                throw new IllegalStateException("not prepared");
                            }
                        }),
                        2)
                .shuffleGrouping("spout");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(1), builder, ledger);

        assertThat(ledger.acks).hasValue(count);
        List<String> messages = Runs.messages(topology);
        assertThat(messages).isNotEmpty().allMatch(message -> message.contains("not prepared"));
    }
}
