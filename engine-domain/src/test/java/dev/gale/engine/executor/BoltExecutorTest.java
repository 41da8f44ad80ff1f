package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Config;
import dev.gale.api.FailedException;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.ReportedFailedException;
import dev.gale.api.Streams;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;
import dev.gale.engine.tuple.TupleOrigin;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BoltExecutorTest {
    private static final TupleOrigin ORIGIN = new TupleOrigin("s", 99, "default", new Fields("n"));

    private final Net net = new Net(1);
    private final List<String> calls = new ArrayList<>();
    private final Numbers numbers = new Numbers(100, false);
    private ScriptedBolt bolt;

    @Test
    void executesABatchInItsOrder() {
        oneBolt((tuple, out) -> calls.add(tuple.getInteger(0).toString()));
        net.node("b").deliver(task(), tuple(1), tuple(2), tuple(3));
        net.run();

        assertThat(calls).containsExactly("1", "2", "3");
    }

    @Test
    void countsEveryTupleExactly() {
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            int number = tuple.getInteger(0);
                            if (number % 4 == 0) {
                                out.fail(tuple);
                            } else if (number % 4 < 3) {
                                out.emit(tuple, new Values(number));
                                out.ack(tuple);
                            }
                        }))
                .shuffleGrouping("s");
        net.bolt("c", () -> new ScriptedBolt("n"), 3).allGrouping("b");
        net.start().run();

        TaskCounters.Input input = net.counters(task()).input("s", "default");
        assertThat(input.executed().get()).isEqualTo(100);
        assertThat(input.failed().get()).isEqualTo(25);
        assertThat(input.acked().get()).isEqualTo(50);
        TaskCounters.Output output = net.counters(task()).output("default");
        assertThat(output.emitted()).isEqualTo(50);
        assertThat(output.transferred()).isEqualTo(150);
        assertThat(net.sum("s", counters -> counters.output("default").failed().get()))
                .isEqualTo(25);
        assertThat(net.sum("s", counters -> counters.pending().get())).isEqualTo(25);
    }

    @Test
    void everyTaskOfAnExecutorHasAnInstanceOfItsOwn() {
        Map<Integer, List<Object>> seen = new HashMap<>();
        net.spout("s", numbers::spout);
        net.bolt("b", () -> {
                    ScriptedBolt[] self = {null};
                    return new ScriptedBolt("n").prepares(it -> self[0] = it).executes((tuple, out) -> {
                        seen.computeIfAbsent(self[0].context.getThisTaskId(), key -> new ArrayList<>())
                                .add(tuple.getValue(0));
                        out.ack(tuple);
                    });
                })
                .setNumTasks(4)
                .shuffleGrouping("s");
        net.start().run();

        assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(net.tasks("b"));
        assertThat(seen.values())
                .allSatisfy(numbersOfOne -> assertThat(numbersOfOne).hasSize(25));
        assertThat(numbers.acked).hasSize(100);
    }

    @Test
    void aBatchFromOutsideStopsWhereSomethingIsHeldBack() {
        net.set(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1);
        twoBolts((tuple, out) -> {
            calls.add(tuple.getInteger(0).toString());
            out.emit(tuple, new Values(tuple.getInteger(0)));
        });
        net.node("c").closed = true;
        net.node("b").deliver(task(), tuple(1), tuple(2), tuple(3));
        net.node("b").deliver(task(), tuple(4));
        net.run();

        assertThat(calls).containsExactly("1");
        assertThat(net.node("b").machine.held()).isOne();
        assertThat(net.node("b").machine.wantsOutside()).isFalse();
        assertThat(net.node("b").machine.wantsCycle()).isTrue();
        net.node("c").closed = false;
        net.run();
        assertThat(calls).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aBatchOfItsCycleGoesOnWhileSomethingIsHeldBack() {
        net.set(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1);
        twoBolts((tuple, out) -> {
            calls.add(tuple.getInteger(0).toString());
            out.emit(tuple, new Values(tuple.getInteger(0)));
        });
        net.node("c").closed = true;
        ExecutorMachine machine = net.node("b").machine;
        machine.onCycle(new TupleBatch(task(), new StreamTuple[] {tuple(1), tuple(2), tuple(3)}, 3));
        net.run();

        assertThat(calls).containsExactly("1", "2", "3");
        assertThat(machine.held()).isEqualTo(3);
    }

    /** O-33: what was missed is one. */
    @Test
    void ticksThatWereMissedAreOne() {
        ticking(1, (tuple, out) -> calls.add("tick"));
        for (int second = 1; second <= 5; second++) {
            net.run(Duration.ofSeconds(1));
            assertThat(calls).hasSize(second);
        }
        net.pass(Duration.ofMillis(60_300));
        net.run();
        assertThat(calls).hasSize(6);
        net.run(Duration.ofMillis(699));
        assertThat(calls).hasSize(6);
        net.run(Duration.ofMillis(1));
        assertThat(calls).as("the rhythm is kept").hasSize(7);
    }

    @Test
    void aTickIsAsStormsIs() {
        List<Tuple> ticks = new ArrayList<>();
        ticking(3, (tuple, out) -> {
            ticks.add(tuple);
            out.emit(tuple, new Values(1));
            out.ack(tuple);
        });
        net.run(Duration.ofSeconds(3));

        assertThat(ticks).singleElement().satisfies(tick -> {
            assertThat(tick.isTick()).isTrue();
            assertThat(tick.getSourceComponent()).isEqualTo(Streams.SYSTEM_COMPONENT);
            assertThat(tick.getSourceStreamId()).isEqualTo(Streams.TICK);
            assertThat(tick.getValues()).containsExactly(3L);
            assertThat(tick.getMessageId().isTracked()).isFalse();
        });
    }

    @Test
    void ticksMayComeSeveralTimesASecond() {
        List<Object> periods = new ArrayList<>();
        ticking(0.25, (tuple, out) -> periods.add(tuple.getValue(0)));
        net.run(Duration.ofSeconds(2));

        assertThat(periods).hasSize(8).containsOnly(0.25);
    }

    @Test
    void everyTaskGetsEveryTick() {
        Map<Integer, Integer> ticks = new HashMap<>();
        net.bolt("b", () -> {
                    ScriptedBolt[] self = {null};
                    return new ScriptedBolt("n")
                            .prepares(it -> self[0] = it)
                            .executes((tuple, out) -> ticks.merge(self[0].context.getThisTaskId(), 1, Integer::sum));
                })
                .setNumTasks(3)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        net.start().run(Duration.ofSeconds(10));

        assertThat(ticks)
                .containsOnlyKeys(net.tasks("b"))
                .allSatisfy((task, count) -> assertThat(count).isEqualTo(10));
    }

    /** O-34. */
    @Test
    void noTickComesBeforeTheBoltIsPrepared() {
        boolean[] works = {false};
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n")
                                .prepares(it -> {
                                    if (!works[0]) {
                                        throw new IllegalStateException("not yet");
                                    }
                                    calls.add("prepared");
                                })
                                .executes((tuple, out) -> calls.add("tick")))
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        net.start().run(Duration.ofSeconds(30));
        assertThat(calls).isEmpty();

        works[0] = true;
        net.run(Duration.ofSeconds(5));
        assertThat(calls).startsWith("prepared", "tick");
        assertThat(calls.size()).as("one for all that were missed").isLessThanOrEqualTo(1 + 1 + 5);
    }

    @Test
    void aTickWaitsForRoomWithoutAskingForTheClock() {
        net.set(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1).set(Config.TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT, 2);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            calls.add(tuple.isTick() ? "tick" : "tuple");
                            for (int i = 0; i < 3; i++) {
                                out.emit(new Values(i));
                            }
                        }))
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        net.bolt("c", () -> new ScriptedBolt("n")).shuffleGrouping("b");
        net.start();
        net.node("c").closed = true;
        net.node("b").deliver(task(), tuple(1));
        net.run(Duration.ofSeconds(3));

        ExecutorMachine machine = net.node("b").machine;
        assertThat(machine.held()).isEqualTo(3);
        assertThat(calls).containsExactly("tuple");
        assertThat(machine.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        net.node("c").closed = false;
        net.run();
        assertThat(calls).containsExactly("tuple", "tick");
        assertThat(machine.nextDeadlineNanos()).isNotEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aTickThatFailsCostsTheInstanceAndNothingElse() {
        ticking(1, (tuple, out) -> {
            calls.add("tick");
            if (calls.size() == 1) {
                throw new IllegalStateException("tick");
            }
        });
        net.run(Duration.ofSeconds(3));

        assertThat(calls).hasSize(3);
        assertThat(net.errors).hasSize(1);
        assertThat(net.counters(task())
                        .input(Streams.SYSTEM_COMPONENT, Streams.TICK)
                        .failed()
                        .get())
                .isZero();
    }

    @Test
    void anExceptionFailsTheTupleInHandAndTheRestIsExecutedByANewInstance() {
        net.spout("s", numbers::spout);
        int[] prepared = {0};
        net.bolt("b", () -> {
                    int[] self = {0};
                    return new ScriptedBolt("n")
                            .prepares(it -> self[0] = ++prepared[0])
                            .executes((tuple, out) -> {
                                if (tuple.getInteger(0) == 7) {
                                    throw new IllegalStateException("seven");
                                }
                                calls.add(self[0] + ":" + tuple.getInteger(0));
                                out.ack(tuple);
                            })
                            .cleansUp(() -> calls.add("cleanup " + self[0]));
                })
                .shuffleGrouping("s");
        net.start().run();

        assertThat(numbers.failed).containsExactly(Map.entry(7, 1));
        assertThat(numbers.acked).hasSize(99);
        assertThat(calls).hasSize(100).contains("1:6", "cleanup 1", "2:8").doesNotContain("cleanup 2");
        assertThat(calls.indexOf("cleanup 1")).isEqualTo(7);
        assertThat(net.errors).singleElement().satisfies(error -> {
            assertThat(error.component()).isEqualTo("b");
            assertThat(error.task()).isEqualTo(task());
            assertThat(error.error()).hasMessage("seven");
        });
        assertThat(net.counters(task()).errors().get()).isOne();
    }

    @Test
    void anExceptionAfterTheAckFailsNothing() {
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            out.ack(tuple);
                            if (tuple.getInteger(0) == 7) {
                                throw new IllegalStateException("seven");
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();

        assertThat(numbers.acked).hasSize(100);
        assertThat(net.errors).hasSize(1);
    }

    static Stream<Throwable> anythingThatIsThrown() {
        return Stream.of(
                new RuntimeException(new SocketTimeoutException("read")),
                new RuntimeException(new InterruptedIOException("read")),
                new RuntimeException(new ClosedByInterruptException()),
                new RuntimeException(new InterruptedException()),
                new RuntimeException("plain"),
                new AssertionError("error"),
                new NoClassDefFoundError("gone"),
                new StackOverflowError());
    }

    /** O-52. */
    @ParameterizedTest
    @MethodSource("anythingThatIsThrown")
    void whateverIsThrownEndsAlike(Throwable thrown) {
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            if (tuple.getInteger(0) == 7) {
                                BoltExecutorTest.<RuntimeException>raise(thrown);
                            }
                            out.ack(tuple);
                        }))
                .shuffleGrouping("s");
        net.start().run();

        assertThat(net.errors)
                .singleElement()
                .satisfies(error -> assertThat(error.error()).isSameAs(thrown));
        assertThat(numbers.failed).containsOnlyKeys(7);
        assertThat(numbers.acked).hasSize(99);
        assertThat(net.hopeless).isEmpty();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void memoryThatRanOutIsToldAtOnceAsHopeless() {
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            if (tuple.getInteger(0) == 7) {
                                throw new OutOfMemoryError("for the test");
                            }
                            out.ack(tuple);
                        }))
                .shuffleGrouping("s");
        net.start().run();

        assertThat(net.hopeless).singleElement().satisfies(failure -> {
            assertThat(failure.component()).isEqualTo("b");
            assertThat(failure.error()).isInstanceOf(OutOfMemoryError.class);
        });
    }

    @Test
    void aBoltThatCannotBePreparedKeepsItsInbox() {
        List<Long> attempts = new ArrayList<>();
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").prepares(it -> {
                            attempts.add(net.now());
                            if (attempts.size() <= 8) {
                                throw new IllegalStateException("not yet");
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();
        assertThat(net.executed("b")).isZero();
        net.run(Duration.ofSeconds(5));

        assertThat(numbers.acked).hasSize(100);
        assertThat(net.errors).hasSize(8);
        List<Long> waits = new ArrayList<>();
        for (int i = 1; i < attempts.size(); i++) {
            waits.add((attempts.get(i) - attempts.get(i - 1)) / 1_000_000);
        }
        assertThat(waits).containsExactly(0L, 10L, 20L, 40L, 80L, 160L, 320L, 640L);
    }

    @Test
    void aTaskThatFailsDoesNotShortenTheRestOfAnother() {
        // Both tasks fail at every tick; the second begins much later, and its first failures cost no wait.
        List<Long> firstPrepared = new ArrayList<>();
        boolean[] secondFails = {false};
        net.bolt("b", () -> {
                    int[] index = {0};
                    return new ScriptedBolt("n")
                            .prepares(it -> {
                                index[0] = it.context.getThisTaskIndex();
                                if (index[0] == 0) {
                                    firstPrepared.add(net.now());
                                }
                            })
                            .executes((tuple, out) -> {
                                if (index[0] == 0 || secondFails[0]) {
                                    throw new IllegalStateException("task " + index[0]);
                                }
                            });
                })
                .setNumTasks(2)
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 0.01);
        net.start().run(Duration.ofMillis(500));
        secondFails[0] = true;
        net.run(Duration.ofSeconds(5));

        List<Long> waits = new ArrayList<>();
        for (int i = 1; i < firstPrepared.size(); i++) {
            waits.add(firstPrepared.get(i) - firstPrepared.get(i - 1));
        }
        // Between two instances lies a wait and up to one period of ticks.
        List<Long> brief = waits.stream().filter(wait -> wait < 100_000_000).toList();
        assertThat(brief).as("waits %s", waits).hasSizeLessThanOrEqualTo(5);
        assertThat(net.errors).hasSizeLessThan(30);
    }

    @Test
    void whileOneTaskRestsTheOthersKeepTheirInstances() {
        net.spout("s", numbers::spout);
        int[] prepared = {0};
        net.bolt("b", () -> {
                    int[] index = {0};
                    return new ScriptedBolt("n")
                            .prepares(it -> {
                                index[0] = it.context.getThisTaskIndex();
                                prepared[0] += index[0] == 1 ? 1 : 0;
                            })
                            .executes((tuple, out) -> {
                                if (index[0] == 0 && tuple.getInteger(0) % 10 < 2) {
                                    throw new IllegalStateException("task 0");
                                }
                                out.ack(tuple);
                            });
                })
                .setNumTasks(2)
                .shuffleGrouping("s");
        net.start().run(Duration.ofSeconds(25));

        assertThat(prepared[0]).isOne();
        assertThat(numbers.ackCalls() + numbers.failCalls()).isEqualTo(100);
        assertThat(numbers.failed).hasSize(net.errors.size());
    }

    @Test
    void cleansUpAtTheEndWhateverItThrows() {
        oneBolt((tuple, out) -> {});
        bolt.cleansUp(() -> {
            calls.add("cleanup");
            throw new IllegalStateException("cleanup");
        });
        net.node("b").machine.close();
        net.node("b").machine.close();

        assertThat(calls).containsExactly("cleanup");
        assertThat(net.errors).hasSize(1);
    }

    /** T = 10 s; the bolt needs 35 s for its tuple and says so. */
    @ParameterizedTest(name = "ackers {0}, reset {1}")
    @org.junit.jupiter.params.provider.CsvSource({"-1,true", "-1,false", "1,true", "1,false"})
    void resetsTheTimeoutOfWhatTakesLonger(int ackers, boolean reset) {
        if (ackers > 0) {
            net.set(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        }
        net.set(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10);
        List<Tuple> held = new ArrayList<>();
        Numbers one = new Numbers(1, false);
        net.spout("s", one::spout);
        net.bolt("b", () -> new ScriptedBolt("n").prepares(it -> bolt = it).executes((tuple, out) -> held.add(tuple)))
                .shuffleGrouping("s");
        net.start().run();
        for (int i = 0; i < 5; i++) {
            net.run(Duration.ofSeconds(7));
            if (reset) {
                bolt.out.resetTimeout(held.get(0));
                net.run();
            }
        }
        bolt.out.ack(held.get(0));
        net.run();

        assertThat(one.acked).hasSize(reset ? 1 : 0);
        assertThat(one.failed).hasSize(reset ? 0 : 1);
    }

    @Test
    void callsOfOtherThreadsAreCarriedOutByTheExecutorInOrder() {
        List<Tuple> held = new ArrayList<>();
        net.spout("s", numbers::spout);
        net.bolt("b", () -> new ScriptedBolt("n").prepares(it -> bolt = it).executes((tuple, out) -> held.add(tuple)))
                .shuffleGrouping("s");
        List<Object> seen = new ArrayList<>();
        net.bolt(
                        "c",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            seen.add(tuple.getValue(0));
                            out.ack(tuple);
                        }))
                .shuffleGrouping("b");
        net.start().run();
        OutputCollector.Handle handle = bolt.out.threadSafe();
        net.callFromForeignThread(true);
        for (Tuple tuple : held) {
            handle.emit(tuple, new Values(tuple.getInteger(0)));
            handle.resetTimeout(tuple);
            if (tuple.getInteger(0) % 2 == 0) {
                handle.ack(tuple);
            } else {
                handle.fail(tuple);
            }
        }
        handle.ack(held.get(0));
        handle.reportError(new IllegalStateException("mine"));
        assertThat(seen).isEmpty();
        net.callFromForeignThread(false);
        net.run();

        assertThat(seen).hasSize(100).first().isEqualTo(0);
        assertThat(numbers.acked).hasSize(50);
        assertThat(numbers.failed).hasSize(50);
        assertThat(net.errors).hasSize(2);
        assertThat(net.errors.get(0).error()).hasMessageContaining("'b' acked or failed this tuple before");
        assertThat(net.errors.get(1).error()).hasMessage("mine");
    }

    @Test
    void valuesOfAPostedEmitAreTakenBeforeTheCallReturns() {
        oneBolt((tuple, out) -> {});
        List<Object> broken = new ArrayList<>() {
            @Override
            public Object[] toArray() {
                throw new IllegalArgumentException("no values");
            }
        };

        assertThatThrownBy(() -> bolt.out.threadSafe().emit("default", List.of(), broken))
                .hasMessage("no values");
        net.run();
        assertThat(net.errors).isEmpty();
    }

    @Test
    void aForeignThreadIsRefusedAtTheCall() {
        oneBolt((tuple, out) -> {});
        Tuple tuple = tuple(1);
        OutputCollector out = bolt.out;
        net.callFromForeignThread(true);

        for (Runnable call : List.<Runnable>of(
                () -> out.emit(new Values(1)),
                () -> out.emit("default", new Values(1)),
                () -> out.emit(tuple, new Values(1)),
                () -> out.emit("default", tuple, new Values(1)),
                () -> out.emit(List.of(tuple), new Values(1)),
                () -> out.emitDirect(1, new Values(1)),
                () -> out.ack(tuple),
                () -> out.fail(tuple),
                () -> out.resetTimeout(tuple))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'b'");
        }
    }

    @Test
    void aBasicBoltAnchorsAndAcksByItself() {
        net.spout("s", numbers::spout);
        net.basicBolt("b", () -> new Doubling((tuple, out) -> out.emit(new Values(tuple.getInteger(0) * 2))))
                .shuffleGrouping("s");
        List<Tuple> held = new ArrayList<>();
        net.bolt("c", () -> new ScriptedBolt("n").prepares(it -> bolt = it).executes((tuple, out) -> held.add(tuple)))
                .shuffleGrouping("b");
        net.start().run();
        assertThat(held).hasSize(100);
        assertThat(numbers.acked).isEmpty();

        held.forEach(bolt.out::ack);
        net.run();
        assertThat(numbers.acked).hasSize(100);
    }

    @Test
    void aBasicBoltFailsItsInputByException() {
        net.spout("s", numbers::spout);
        int[] prepared = {0};
        net.basicBolt(
                        "b",
                        () ->
                                new Doubling((tuple, out) -> {
                                    switch (tuple.getInteger(0) % 4) {
                                        case 0 -> throw new FailedException("quiet");
                                        case 1 -> throw new ReportedFailedException("reported");
                                        case 2 -> out.reportError(new IllegalStateException("by hand"));
                                        default -> out.resetTimeout();
                                    }
                                }) {
                                    @Override
                                    public void prepare(
                                            Map<String, Object> conf, dev.gale.api.TopologyContext context) {
                                        prepared[0]++;
                                    }
                                })
                .shuffleGrouping("s");
        net.start().run();

        assertThat(numbers.failed).hasSize(50);
        assertThat(numbers.acked).hasSize(50);
        assertThat(prepared[0]).as("no new instance").isOne();
        assertThat(net.errors).hasSize(50);
        assertThat(net.errors.stream().filter(error -> error.error() instanceof ReportedFailedException))
                .hasSize(25);
    }

    @Test
    void aBasicBoltThatThrowsAnythingElseGetsANewInstance() {
        net.spout("s", numbers::spout);
        net.basicBolt(
                        "b",
                        () -> new Doubling((tuple, out) -> {
                            if (tuple.getInteger(0) == 7) {
                                throw new IllegalStateException("seven");
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();

        assertThat(numbers.failed).containsOnlyKeys(7);
        assertThat(numbers.acked).hasSize(99);
        assertThat(net.errors).hasSize(1);
    }

    @Test
    void theCollectorOfABasicBoltBelongsToTheCall() {
        BasicOutputCollector[] kept = {null};
        net.spout("s", numbers::spout);
        net.basicBolt("b", () -> new Doubling((tuple, out) -> kept[0] = out)).shuffleGrouping("s");
        net.start().run();

        assertThatThrownBy(() -> kept[0].emit(new Values(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("belongs to the call of execute");
    }

    @Test
    void theProcessLatencyOfATupleThatIsAckedLaterIsTaken() {
        List<Tuple> held = new ArrayList<>();
        oneBolt((tuple, out) -> {
            held.add(tuple);
            net.pass(Duration.ofMillis(1));
        });
        for (int i = 0; i < 100; i++) {
            net.node("b").deliver(task(), tuple(i));
        }
        net.run();
        net.pass(Duration.ofSeconds(5));
        held.forEach(bolt.out::ack);

        TaskCounters.Input input = net.counters(task()).input("s", "default");
        assertThat(input.execute().samples().get()).isEqualTo(100);
        assertThat(input.execute().sumNanos().get()).isEqualTo(100_000_000);
        assertThat(input.process().samples().get()).isOne();
        assertThat(input.process().sumNanos().get())
                .as("that of the first, which waited longest")
                .isEqualTo(5_100_000_000L);
    }

    @Test
    void aTupleThatIsNeverAckedIsNotWaitedForWithoutEnd() {
        boolean[] ack = {false};
        oneBolt((tuple, out) -> {
            net.pass(Duration.ofMillis(2));
            if (ack[0]) {
                out.ack(tuple);
            }
        });
        net.node("b").deliver(task(), tuple(0));
        net.run();
        ack[0] = true;
        net.pass(Duration.ofMinutes(2));
        net.node("b").deliver(task(), tuple(1));
        net.run();

        TaskCounters.Latency process =
                net.counters(task()).input("s", "default").process();
        assertThat(process.samples().get()).isOne();
        assertThat(process.sumNanos().get()).isEqualTo(2_000_000);
    }

    @Test
    void latenciesOfSlowCallsAreTakenForEveryTuple() {
        oneBolt((tuple, out) -> {
            net.pass(Duration.ofMillis(3));
            out.ack(tuple);
            net.pass(Duration.ofMillis(1));
        });
        for (int i = 0; i < 50; i++) {
            net.node("b").deliver(task(), tuple(i), tuple(i));
        }
        net.run();

        TaskCounters.Input input = net.counters(task()).input("s", "default");
        assertThat(input.execute().samples().get()).isEqualTo(100);
        assertThat(input.execute().sumNanos().get()).isEqualTo(400_000_000);
        assertThat(input.process().samples().get()).isEqualTo(100);
        assertThat(input.process().sumNanos().get()).isEqualTo(300_000_000);
    }

    @Test
    void whatASlowCallEmittedDoesNotWaitForTheEndOfTheBatch() {
        twoBolts((tuple, out) -> {
            out.emit(new Values(tuple.getInteger(0)));
            net.pass(Duration.ofMillis(1));
        });
        ExecutorMachine machine = net.node("b").machine;
        machine.onOutside(new TupleBatch(task(), new StreamTuple[] {tuple(1), tuple(2), tuple(3)}, 3));
        machine.step(net.now());

        assertThat(net.node("c").queued()).isEqualTo(1);
        machine.step(net.now());
        machine.step(net.now());
        assertThat(net.node("c").queued()).isEqualTo(3);
    }

    @Test
    void aClockThatStartsBelowZeroOrWrapsChangesNothing() {
        for (long start : new long[] {-1_000_000_000, Long.MIN_VALUE, Long.MAX_VALUE - 1_500_000_000}) {
            Net other = new Net(1).startAt(start).set(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10);
            int[] ticks = {0};
            List<Object> failed = new ArrayList<>();
            boolean[] emitted = {false};
            other.spout(
                    "s",
                    () -> new ScriptedSpout("n")
                            .next(out -> {
                                if (!emitted[0]) {
                                    emitted[0] = true;
                                    out.emit(new Values(1), "m1");
                                }
                            })
                            .failed((out, id) -> failed.add(id)));
            other.bolt("b", () -> new ScriptedBolt("n").executes((tuple, out) -> ticks[0] += tuple.isTick() ? 1 : 0))
                    .shuffleGrouping("s")
                    .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
            other.start().run(Duration.ofSeconds(9));
            assertThat(failed).isEmpty();
            other.run(Duration.ofSeconds(21));

            assertThat(ticks[0]).as("start %d", start).isEqualTo(30);
            assertThat(failed).containsExactly("m1");
        }
    }

    @Test
    void keepsNoTrees() {
        oneBolt((tuple, out) -> {});

        assertThatThrownBy(() ->
                        net.node("b").machine.onAcks(new AckBatch(AckKind.ACK, new long[] {1, 1}, 1), net.now()))
                .isInstanceOf(IllegalStateException.class);
    }

    private static class Doubling extends BaseBasicBolt {
        private final BiConsumer<Tuple, BasicOutputCollector> action;

        Doubling(BiConsumer<Tuple, BasicOutputCollector> action) {
            this.action = action;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            action.accept(input, collector);
        }
    }

    private void oneBolt(BiConsumer<Tuple, OutputCollector> execute) {
        net.bolt("b", () -> new ScriptedBolt("n").prepares(it -> bolt = it).executes(execute));
        net.start();
    }

    private void twoBolts(BiConsumer<Tuple, OutputCollector> execute) {
        net.bolt("b", () -> new ScriptedBolt("n").prepares(it -> bolt = it).executes(execute));
        net.bolt("c", () -> new ScriptedBolt("n")).shuffleGrouping("b");
        net.start();
    }

    private void ticking(Number seconds, BiConsumer<Tuple, OutputCollector> execute) {
        net.bolt("b", () -> new ScriptedBolt("n").executes(execute))
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, seconds);
        net.start();
    }

    private int task() {
        return net.tasks("b").get(0);
    }

    private static StreamTuple tuple(int number) {
        return new StreamTuple(ORIGIN, new Object[] {number});
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
