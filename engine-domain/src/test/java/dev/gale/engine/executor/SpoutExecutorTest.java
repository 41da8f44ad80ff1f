package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Config;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.tuple.RootId;
import dev.gale.engine.tuple.TupleBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpoutExecutorTest {
    private static final Duration T = Duration.ofSeconds(10);

    private final Net net = new Net(1).set(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10);
    private final List<String> calls = new ArrayList<>();

    @Test
    void stopsAskingATaskThatHasItsLimitPending() {
        net.set(Config.TOPOLOGY_MAX_SPOUT_PENDING, 10);
        net.spout("s", () -> new Numbers(1_000, false).spout()).setNumTasks(3);
        net.bolt("b", this::keepingBolt).shuffleGrouping("s");
        net.start().run();

        assertThat(net.tasks("s"))
                .hasSize(3)
                .allSatisfy(
                        task -> assertThat(net.counters(task).pending().get()).isEqualTo(10));
    }

    @Test
    void goesOnWhenSomethingWasAcked() {
        Numbers numbers = new Numbers(10_000, false);
        net.set(Config.TOPOLOGY_MAX_SPOUT_PENDING, 7);
        net.spout("s", numbers::spout);
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.start().run();

        assertThat(numbers.acked).hasSize(10_000);
        assertThat(numbers.ackCalls()).isEqualTo(10_000);
        assertThat(numbers.mostPending).isLessThanOrEqualTo(7);
        assertThat(net.pending("s")).isZero();
    }

    /** O-28. */
    @Test
    void aCallThatEmitsFarMoreThanTheLimitLosesNothing() {
        net.set(Config.TOPOLOGY_MAX_SPOUT_PENDING, 100).set(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 1_024);
        List<Integer> pendingAtCall = new ArrayList<>();
        List<Object> acked = new ArrayList<>();
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            pendingAtCall.add(out.getPendingCount());
                            for (int i = 0; i < 50_000 && pendingAtCall.size() == 1; i++) {
                                out.emit(new Values(i), i);
                            }
                        })
                        .acked((out, id) -> acked.add(id))
                        .failed((out, id) -> calls.add("failed " + id)));
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.start().run();

        assertThat(acked).hasSize(50_000).doesNotHaveDuplicates();
        assertThat(calls).isEmpty();
        assertThat(pendingAtCall).hasSizeGreaterThan(1).allMatch(pending -> pending < 100);
    }

    /** O-29. */
    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void emitsFromItsOwnCallbacks(int ackers) {
        ackers(ackers);
        net.set(Config.TOPOLOGY_MAX_SPOUT_PENDING, 1).set(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 2);
        int[] last = {0};
        int[] mostPending = {0};
        boolean[] begun = {false};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            if (!begun[0]) {
                                begun[0] = true;
                                out.emit(new Values(0), 0);
                            }
                        })
                        .acked((out, id) -> {
                            last[0] = (Integer) id;
                            if (last[0] < 10_000) {
                                out.emit(new Values(last[0] + 1), last[0] + 1);
                                mostPending[0] = Math.max(mostPending[0], out.getPendingCount());
                            }
                        })
                        .failed((out, id) -> {
                            calls.add("failed");
                            out.emit(new Values(id), id);
                        }));
        Map<Object, Integer> attempts = new HashMap<>();
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            int attempt = attempts.merge(tuple.getValue(0), 1, Integer::sum);
                            if (tuple.getInteger(0) % 10 == 9 && attempt == 1) {
                                out.fail(tuple);
                            } else {
                                out.ack(tuple);
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();

        assertThat(last[0]).isEqualTo(10_000);
        assertThat(calls).hasSize(1_000);
        assertThat(mostPending[0]).isEqualTo(1);
    }

    /** O-31. */
    @ParameterizedTest(name = "from within {0}")
    @ValueSource(strings = {"nextTuple", "open"})
    void withoutTrackingAChainOfEmitsFromAcksKeepsTheStackFlat(String first) {
        ackers(0);
        int[] depth = {0};
        int[] deepest = {0};
        int[] links = {0};
        boolean[] begun = {false};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> {
                            if (first.equals("open")) {
                                spout.out.emit(new Values(0), 0);
                            }
                        })
                        .next(out -> {
                            if (first.equals("nextTuple") && !begun[0]) {
                                begun[0] = true;
                                out.emit(new Values(0), 0);
                            }
                        })
                        .acked((out, id) -> {
                            deepest[0] = Math.max(deepest[0], ++depth[0]);
                            assertThat(id).isEqualTo(links[0]);
                            links[0]++;
                            if (links[0] < 100_000) {
                                out.emit(new Values(links[0]), links[0]);
                            }
                            depth[0]--;
                        }));
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.start().run();

        assertThat(links[0]).isEqualTo(100_000);
        assertThat(deepest[0]).isLessThanOrEqualTo(2);
        assertThat(net.executed("b")).isEqualTo(100_000);
        assertThat(net.sum("s", counters -> counters.output("default").acked().get()))
                .isEqualTo(100_000);
        assertThat(net.pending("s")).isZero();
    }

    @Test
    void withoutTrackingTheAckComesWithinTheEmit() {
        ackers(0);
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            if (calls.isEmpty()) {
                                calls.add("emit");
                                out.emit(new Values(1), "m1");
                                calls.add("emitted");
                            }
                        })
                        .acked((out, id) -> calls.add("acked " + id)));
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.start().run();

        assertThat(calls).containsExactly("emit", "acked m1", "emitted");
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 0, 1, 3})
    void whatNobodyReceivesIsAcked(int ackers) {
        ackers(ackers);
        Numbers numbers = new Numbers(1_000, false);
        net.spout("s", numbers::spout);
        net.start().run();

        assertThat(numbers.acked).hasSize(1_000);
        assertThat(numbers.ackCalls()).isEqualTo(1_000);
        assertThat(net.pending("s")).isZero();
        assertThat(net.sum("s", counters -> counters.output("default").emitted()))
                .isEqualTo(1_000);
        assertThat(net.sum("s", counters -> counters.output("default").transferred()))
                .isZero();
    }

    @Test
    void whatHasNoMessageIdIsNotTracked() {
        int[] left = {100};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            if (left[0]-- > 0) {
                                out.emit(new Values(1));
                            }
                        })
                        .acked((out, id) -> calls.add("acked"))
                        .failed((out, id) -> calls.add("failed")));
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.start().run(T.multipliedBy(3));

        assertThat(net.executed("b")).isEqualTo(100);
        assertThat(calls).isEmpty();
    }

    /** O-25, with the hold at all phases of the rotation. */
    @ParameterizedTest(name = "{0} tasks, ackers {1}")
    @CsvSource({"1,-1", "4,-1", "8,-1", "1,2", "4,2", "8,2"})
    void nothingExpiresThatIsAckedWithinTheTimeout(int tasks, int ackers) {
        ackers(ackers);
        List<Runnable> acks = new ArrayList<>();
        Numbers numbers = new Numbers(4_000, false);
        int[] allowance = {0};
        net.spout(
                        "s",
                        () -> numbers.spout().next(out -> {
                            if (allowance[0] > 0) {
                                allowance[0]--;
                                numbers.next(out);
                            }
                        }))
                .setNumTasks(tasks);
        net.bolt("b", () -> new ScriptedBolt("n").executes((tuple, out) -> acks.add(() -> out.ack(tuple))))
                .shuffleGrouping("s");
        net.start();
        for (int phase = 0; phase < 40; phase++) {
            allowance[0] = 100;
            net.run();
            net.run(Duration.ofMillis(6_000));
            acks.forEach(net.node("b")::post);
            acks.clear();
            net.run(Duration.ofMillis(370));
        }

        assertThat(numbers.failed).isEmpty();
        assertThat(numbers.acked).hasSize(4_000);
    }

    @ParameterizedTest(name = "ackers {0}, phase {1} ms")
    @CsvSource({"-1,0", "-1,1", "-1,4999", "-1,9999", "1,0", "1,1", "1,4999", "1,9999"})
    void failsBetweenOneAndTwoTimeoutsAfterTheLastProgress(int ackers, long phaseMillis) {
        ackers(ackers);
        List<Long> failedAt = new ArrayList<>();
        boolean[] emitted = {false};
        boolean[] mayEmit = {false};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            if (mayEmit[0] && !emitted[0]) {
                                emitted[0] = true;
                                out.emit(new Values(1), "m1");
                            }
                        })
                        .failed((out, id) -> failedAt.add(net.now())));
        net.bolt("b", this::keepingBolt).shuffleGrouping("s");
        net.start().run(Duration.ofMillis(phaseMillis));
        mayEmit[0] = true;
        net.run();
        long since = net.now();
        net.run(T.multipliedBy(5));

        assertThat(failedAt).hasSize(1);
        assertThat(failedAt.get(0) - since).isBetween(T.toNanos(), 2 * T.toNanos());
        assertThat(net.sum("s", counters -> counters.timedOut().get())).isOne();
        assertThat(net.sum("s", counters -> counters.output("default").failed().get()))
                .isOne();
        assertThat(net.pending("s")).isZero();
    }

    /** A rotation that came late, because a call blocked, does not shorten the life of what is emitted just before it. */
    @ParameterizedTest(name = "blocked for {0} ms")
    @ValueSource(longs = {9_999, 10_001, 19_999, 29_900, 59_000})
    void aCallThatBlocksMakesNothingExpireSooner(long blockedMillis) {
        List<Long> failedAt = new ArrayList<>();
        long[] emittedAt = {0};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            if (emittedAt[0] == 0) {
                                net.pass(Duration.ofMillis(blockedMillis));
                                emittedAt[0] = net.now();
                                out.emit(new Values(1), "m1");
                            }
                        })
                        .failed((out, id) -> failedAt.add(net.now())));
        net.bolt("b", this::keepingBolt).shuffleGrouping("s");
        net.start().run(Duration.ofMinutes(5));

        assertThat(failedAt).hasSize(1);
        assertThat(failedAt.get(0) - emittedAt[0]).isBetween(T.toNanos(), 2 * T.toNanos());
    }

    @Test
    void withTimeoutsOffNothingExpires() {
        net.set(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false);
        net.spout("s", new Numbers(10, false)::spout);
        net.bolt("b", this::keepingBolt).shuffleGrouping("s");
        net.start().run(Duration.ofDays(30));

        assertThat(net.pending("s")).isEqualTo(10);
        assertThat(net.node("s").machine.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void aTreeThatGoesOnDoesNotExpire(int ackers) {
        ackers(ackers);
        Numbers numbers = new Numbers(1, false);
        List<Runnable> acks = new ArrayList<>();
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            if (tuple.getSourceComponent().equals("s") || tuple.getInteger(0) < 50) {
                                int number = tuple.getSourceComponent().equals("s") ? 0 : tuple.getInteger(0);
                                acks.add(() -> {
                                    out.emit(tuple, new Values(number + 1));
                                    out.ack(tuple);
                                });
                            } else {
                                out.ack(tuple);
                            }
                        }))
                .shuffleGrouping("s")
                .shuffleGrouping("b");
        net.start().run();
        for (int i = 0; i < 60; i++) {
            net.run(Duration.ofMillis(9_300));
            acks.forEach(net.node("b")::post);
            acks.clear();
            net.run();
        }

        assertThat(numbers.failed).isEmpty();
        assertThat(numbers.acked).containsExactly(Map.entry(0, 1));
        assertThat(net.executed("b")).isEqualTo(51);
    }

    @Test
    void timeoutsAreToldOnceAndLateAcksAreStrays() {
        List<Runnable> acks = new ArrayList<>();
        Numbers numbers = new Numbers(100, false);
        net.spout("s", numbers::spout);
        net.bolt("b", () -> new ScriptedBolt("n").executes((tuple, out) -> acks.add(() -> out.ack(tuple))))
                .shuffleGrouping("s");
        net.start().run(T.multipliedBy(3));
        acks.forEach(net.node("b")::post);
        net.run(T.multipliedBy(3));

        assertThat(numbers.failed).hasSize(100);
        assertThat(numbers.failCalls()).isEqualTo(100);
        assertThat(numbers.acked).isEmpty();
        assertThat(net.sum("s", counters -> counters.timedOut().get())).isEqualTo(100);
        assertThat(net.sum("s", counters -> counters.strays().get())).isEqualTo(100);
    }

    @Test
    void isAskedForNothingWhileSomethingIsHeldBack() {
        net.set(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 4);
        Numbers numbers = new Numbers(1_000, false);
        net.spout("s", numbers::spout);
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.open();
        net.node("b").closed = true;
        net.activate(true);
        net.run();

        assertThat(numbers.emitted).isBetween(1, 4);
        assertThat(net.node("s").machine.held()).isEqualTo(numbers.emitted);
        net.node("b").closed = false;
        net.run();
        assertThat(numbers.acked).hasSize(1_000);
    }

    @Test
    void isToldOfNothingWhileMoreThanTheLimitIsHeldBack() {
        net.set(Config.TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT, 10).set(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 4);
        int[] emitted = {0};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            if (emitted[0] < 2) {
                                net.node("b").closed = ++emitted[0] == 2;
                                for (int i = 0; i < 20; i++) {
                                    out.emit(new Values(i), i);
                                }
                            }
                        })
                        .acked((out, id) -> calls.add("acked " + id)));
        List<Runnable> acks = new ArrayList<>();
        net.bolt("b", () -> new ScriptedBolt("n").executes((tuple, out) -> acks.add(() -> out.ack(tuple))))
                .shuffleGrouping("s");
        net.open();
        net.node("b").closed = false;
        net.activate(true);
        // The second call is held back, the first call's tuples are acked meanwhile.
        for (int i = 0; i < 200 && !net.node("b").closed; i++) {
            net.node("s").turn();
            net.node("b").turn();
        }
        net.run();
        int held = net.node("s").machine.held();
        acks.forEach(net.node("b")::post);
        net.run();

        assertThat(held).isGreaterThan(10);
        assertThat(calls).isEmpty();
        net.node("b").closed = false;
        net.run();
        assertThat(calls).isNotEmpty();
    }

    @Test
    void isActivatedOnceBeforeTheFirstCallAndDeactivatedOnce() {
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> calls.add("open"))
                        .activated(() -> calls.add("activate"))
                        .deactivated(() -> calls.add("deactivate"))
                        .next(out -> {
                            if (!calls.get(calls.size() - 1).equals("next")) {
                                calls.add("next");
                            }
                        })
                        .closed(() -> calls.add("close")));
        net.open().run();
        assertThat(calls).as("inactive at first").containsExactly("open");
        net.activate(true);
        net.run();
        net.run();
        net.activate(false);
        net.run();
        net.run();
        net.activate(true);
        net.run();
        net.node("s").machine.close();

        assertThat(calls).containsExactly("open", "activate", "next", "deactivate", "activate", "next", "close");
    }

    @Test
    void anInstanceThatTakesThePlaceOfOneThatFailedInActivateIsActivatedToo() {
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> calls.add("open"))
                        .activated(() -> {
                            calls.add("activate");
                            if (calls.size() == 2) {
                                throw new IllegalStateException("once");
                            }
                        })
                        .next(out -> {
                            calls.add("next");
                            out.finish();
                        }));
        net.start().run();

        assertThat(calls).containsExactly("open", "activate", "open", "activate", "next");
    }

    @Test
    void acksArriveWhileInactive() {
        Numbers numbers = new Numbers(5, false);
        List<Runnable> acks = new ArrayList<>();
        net.spout("s", numbers::spout);
        net.bolt("b", () -> new ScriptedBolt("n").executes((tuple, out) -> acks.add(() -> out.ack(tuple))))
                .shuffleGrouping("s");
        net.start().run();
        net.activate(false);
        acks.forEach(net.node("b")::post);
        net.run();

        assertThat(numbers.acked).hasSize(5);
    }

    @Test
    void isFinishedWhenItSaysSoAndNothingIsPending() {
        Numbers numbers = new Numbers(10, false);
        net.spout(
                "s",
                () -> numbers.spout().next(out -> {
                    numbers.next(out);
                    if (!numbers.hasMore()) {
                        out.finish();
                        calls.add("finish");
                    }
                }));
        List<Runnable> acks = new ArrayList<>();
        net.bolt("b", () -> new ScriptedBolt("n").executes((tuple, out) -> acks.add(() -> out.ack(tuple))))
                .shuffleGrouping("s");
        net.start().run();
        assertThat(net.node("s").finished).isEmpty();

        acks.forEach(net.node("b")::post);
        net.run();
        assertThat(net.node("s").finished).containsExactly(true);
        assertThat(calls).as("not asked again").containsExactly("finish");
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void aFailAfterItFinishedMakesItGoOn(int ackers) {
        ackers(ackers);
        Numbers numbers = new Numbers(10, true);
        net.spout(
                "s",
                () -> numbers.spout().next(out -> {
                    numbers.next(out);
                    if (!numbers.hasMore()) {
                        out.finish();
                        calls.add("finish");
                    }
                }));
        List<Tuple> seen = new ArrayList<>();
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            seen.add(tuple);
                            if (seen.size() == 10) {
                                out.fail(tuple);
                            } else {
                                out.ack(tuple);
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();

        assertThat(numbers.failCalls()).isOne();
        assertThat(numbers.acked).hasSize(10);
        assertThat(calls).containsExactly("finish", "finish");
        assertThat(net.node("s").finished).as("only when all is over").containsExactly(true);
    }

    @Test
    void ceasesToBeFinishedWhenItFailsAfterwards() {
        boolean[] broken = {false};
        net.spout(
                "s",
                () -> new ScriptedSpout("n").next(out -> out.finish()).deactivated(() -> {
                    if (!broken[0]) {
                        broken[0] = true;
                        throw new IllegalStateException("no");
                    }
                }));
        net.start().run();
        net.activate(false);
        net.run();
        assertThat(net.node("s").finished).containsExactly(true, false);

        net.activate(true);
        net.run();
        assertThat(net.node("s").finished).containsExactly(true, false, true);
    }

    @ParameterizedTest(name = "in {0}")
    @ValueSource(strings = {"open", "activate", "nextTuple", "ack", "fail", "deactivate"})
    void afterAFailureItForgetsWhatWasPendingAndGetsANewInstance(String where) {
        boolean[] thrown = {false};
        int[] instances = {0};
        int[] next = {0};
        Consumer<String> mayThrow = call -> {
            calls.add(call);
            if (call.equals(where) && !thrown[0] && (next[0] >= 40 || call.equals("open") || call.equals("activate"))) {
                thrown[0] = true;
                throw new IllegalArgumentException("broken in " + call);
            }
        };
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> {
                            instances[0]++;
                            mayThrow.accept("open");
                        })
                        .activated(() -> mayThrow.accept("activate"))
                        .deactivated(() -> mayThrow.accept("deactivate"))
                        .closed(() -> calls.add("close"))
                        .next(out -> {
                            mayThrow.accept("nextTuple");
                            if (next[0] < 60) {
                                out.emit(new Values(next[0]), next[0]);
                                next[0]++;
                            }
                        })
                        .acked((out, id) -> mayThrow.accept("ack"))
                        .failed((out, id) -> mayThrow.accept("fail")));
        List<Runnable> settlings = new ArrayList<>();
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n")
                                .executes((tuple, out) -> settlings.add(() -> {
                                    if (tuple.getInteger(0) % 2 == 0) {
                                        out.ack(tuple);
                                    } else {
                                        out.fail(tuple);
                                    }
                                })))
                .shuffleGrouping("s");
        net.start().run(Duration.ofMillis(50));
        settlings.forEach(net.node("b")::post);
        settlings.clear();
        net.run(Duration.ofMillis(50));
        net.activate(false);
        net.run(Duration.ofMillis(50));
        net.activate(true);
        net.run(Duration.ofMillis(50));
        settlings.forEach(net.node("b")::post);
        net.run(T.multipliedBy(3));

        assertThat(thrown[0]).isTrue();
        assertThat(instances[0]).isEqualTo(2);
        assertThat(net.errors).singleElement().satisfies(error -> {
            assertThat(error.component()).isEqualTo("s");
            assertThat(error.error()).hasMessage("broken in " + where);
        });
        assertThat(calls)
                .as("what open has taken before it threw is given back")
                .contains("close");
        assertThat(calls.subList(calls.lastIndexOf("open"), calls.size()))
                .startsWith("open")
                .contains("activate");
        assertThat(net.pending("s")).isZero();
        assertThat(net.isQuiet()).isTrue();
        long strays = net.sum("s", counters -> counters.strays().get());
        long told = calls.stream()
                .filter(call -> call.equals("ack") || call.equals("fail"))
                .count();
        assertThat(told + strays).as("each root is told of or a stray").isBetween(60L, 61L);
        assertThat(net.sum("s", counters -> counters.errors().get())).isOne();
    }

    @Test
    void aLateAckOfTheOldLifeSettlesNothingOfTheNew() {
        boolean[] thrown = {false};
        int[] lives = {0};
        int[] emitted = {0};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> {
                            lives[0]++;
                            emitted[0] = 0;
                        })
                        .next(out -> {
                            if (emitted[0] < 10) {
                                String id = "life " + lives[0] + " #" + emitted[0]++;
                                out.emit(new Values(id), id);
                            } else if (!thrown[0]) {
                                thrown[0] = true;
                                throw new IllegalStateException("broken");
                            }
                        })
                        .acked((out, id) -> calls.add("acked " + id))
                        .failed((out, id) -> calls.add("failed " + id)));
        List<Tuple> tuples = new ArrayList<>();
        List<Runnable> oldAcks = new ArrayList<>();
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            tuples.add(tuple);
                            if (tuple.getString(0).startsWith("life 1")) {
                                oldAcks.add(() -> out.ack(tuple));
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();
        assertThat(tuples).hasSize(20);
        oldAcks.forEach(net.node("b")::post);
        net.run();

        assertThat(calls).isEmpty();
        assertThat(net.sum("s", counters -> counters.strays().get())).isEqualTo(10);
        assertThat(net.pending("s")).isEqualTo(10);
        net.run(T.multipliedBy(2));
        assertThat(calls).hasSize(10).allMatch(call -> call.startsWith("failed life 2"));
    }

    @Test
    void failuresThatFollowEachOtherWaitLongerAndLonger() {
        List<Long> openedAt = new ArrayList<>();
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> openedAt.add(net.now()))
                        .next(out -> {
                            throw new IllegalStateException("always");
                        }));
        net.start().run(Duration.ofSeconds(70));

        List<Long> waits = new ArrayList<>();
        for (int i = 1; i < openedAt.size(); i++) {
            waits.add((openedAt.get(i) - openedAt.get(i - 1)) / 1_000_000);
        }
        assertThat(waits).startsWith(0L, 10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_280L, 2_560L, 5_000L, 5_000L);
        assertThat(waits.subList(10, waits.size())).containsOnly(5_000L);
        assertThat(net.hopeless).isNotEmpty();
        assertThat(net.hopeless.get(0).component()).isEqualTo("s");
        assertThat(net.errors).hasSizeGreaterThanOrEqualTo(FailureBackoff.TOO_MANY);
        assertThat(net.hopeless).hasSize(net.errors.size() - FailureBackoff.TOO_MANY + 1);
    }

    @Test
    void aRunOfGoodCallsMakesFailuresForgotten() {
        List<Long> openedAt = new ArrayList<>();
        int[] asked = {0};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> openedAt.add(net.now()))
                        .next(out -> {
                            out.emit(new Values(1));
                            if (++asked[0] % 101 == 0 && asked[0] < 5_000) {
                                throw new IllegalStateException("now and then");
                            }
                            if (asked[0] >= 5_000) {
                                out.finish();
                            }
                        }));
        net.start().run(Duration.ofSeconds(1));

        assertThat(openedAt).hasSize(1 + 49);
        assertThat(openedAt).allMatch(at -> at.equals(openedAt.get(0)));
        assertThat(net.hopeless).isEmpty();
    }

    @Test
    void aTaskThatFailsDoesNotShortenTheRestOfAnother() {
        List<Long> firstOpened = new ArrayList<>();
        boolean[] secondFails = {false};
        net.spout("s", () -> {
                    int[] task = {0};
                    return new ScriptedSpout("n")
                            .opens(spout -> {
                                task[0] = spout.context.getThisTaskIndex();
                                if (task[0] == 0) {
                                    firstOpened.add(net.now());
                                }
                            })
                            .activated(() -> {
                                if (task[0] == 0 || secondFails[0]) {
                                    throw new IllegalStateException("task " + task[0]);
                                }
                            });
                })
                .setNumTasks(2);
        net.start().run(Duration.ofMillis(500));
        secondFails[0] = true;
        net.activate(false);
        net.run(Duration.ofMillis(500));
        net.activate(true);
        net.run(Duration.ofSeconds(5));

        List<Long> waits = new ArrayList<>();
        for (int i = 1; i < firstOpened.size(); i++) {
            waits.add(firstOpened.get(i) - firstOpened.get(i - 1));
        }
        assertThat(waits).hasSizeGreaterThan(6).isSorted();
    }

    @Test
    void memoryThatRanOutIsToldAtOnceAsHopeless() {
        boolean[] thrown = {false};
        net.spout(
                "s",
                () -> new ScriptedSpout("n").next(out -> {
                    if (!thrown[0]) {
                        thrown[0] = true;
                        throw new OutOfMemoryError("for the test");
                    }
                }));
        net.start().run();

        assertThat(net.hopeless)
                .singleElement()
                .satisfies(failure -> assertThat(failure.error()).isInstanceOf(OutOfMemoryError.class));
        assertThat(net.errors).hasSize(1);
    }

    @Test
    void anEndlessRecursionIsAFailureLikeOthers() {
        boolean[] thrown = {false};
        net.spout(
                "s",
                () -> new ScriptedSpout("n").next(out -> {
                    if (!thrown[0]) {
                        thrown[0] = true;
                        throw new StackOverflowError();
                    }
                }));
        net.start().run();

        assertThat(net.hopeless).isEmpty();
        assertThat(net.errors).hasSize(1);
    }

    @Test
    void callsOfOtherThreadsAreCarriedOutByTheExecutor() {
        ScriptedSpout[] opened = {null};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .opens(spout -> opened[0] = spout)
                        .acked((out, id) -> calls.add("acked " + id)));
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.start().run();
        SpoutOutputCollector.Emitter emitter = opened[0].out.threadSafe();
        net.callFromForeignThread(true);
        emitter.emit(new Values(1), "m1");
        emitter.emit("nowhere", new Values(1), "m2");
        emitter.reportError(new IllegalStateException("mine"));
        net.callFromForeignThread(false);
        net.run();

        assertThat(calls).containsExactly("acked m1");
        assertThat(net.errors).hasSize(2);
        assertThat(net.errors.get(0).error()).hasMessageContaining("'nowhere'");
        assertThat(net.errors.get(1).error()).hasMessage("mine");
    }

    @Test
    void aForeignThreadIsRefusedAtTheCall() {
        ScriptedSpout[] opened = {null};
        net.spout("s", () -> new ScriptedSpout("n").directStream("d", "n").opens(spout -> opened[0] = spout));
        net.open().run();
        SpoutOutputCollector out = opened[0].out;
        net.callFromForeignThread(true);

        for (Runnable call : List.<Runnable>of(
                () -> out.emit(new Values(1)),
                () -> out.emit(new Values(1), "m1"),
                () -> out.emit("default", new Values(1)),
                () -> out.emit("default", new Values(1), "m1"),
                () -> out.emitDirect(1, "d", new Values(1)),
                () -> out.emitDirect(1, "d", new Values(1), "m1"),
                out::finish)) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'s'");
        }
        assertThat(net.isQuiet()).isTrue();
    }

    @Test
    void theLatencyOfATreeIsTakenFromItsOwnEmit() {
        // Asked in vain for a while; then an ack callback emits, long after the last call that read the clock.
        boolean[] begun = {false};
        net.spout(
                "s",
                () -> new ScriptedSpout("n")
                        .next(out -> {
                            if (!begun[0]) {
                                begun[0] = true;
                                out.emit(new Values("first"), "first");
                            }
                        })
                        .acked((out, id) -> {
                            if (id.equals("first")) {
                                out.emit(new Values("second"), "second");
                            }
                        }));
        List<Runnable> acks = new ArrayList<>();
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            if (tuple.getValue(0).equals("first")) {
                                acks.add(() -> out.ack(tuple));
                            } else {
                                out.ack(tuple);
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();
        net.pass(Duration.ofSeconds(1));
        net.run();
        net.activate(false);
        net.pass(Duration.ofSeconds(3));
        acks.forEach(net.node("b")::post);
        net.run();

        long sum = net.sum("s", counters -> counters.complete().sumNanos().get());
        assertThat(sum).as("4 s for the first, nothing for the second").isBetween(0L, 4_000_000_000L);
    }

    @Test
    void takesNoTuplesAndNoOrdersToBegin() {
        net.spout(
                "s",
                () -> new ScriptedSpout("n").next(out -> {
                    if (out.getPendingCount() == 0) {
                        out.emit(new Values(1), "m1");
                    }
                }));
        net.bolt("b", this::keepingBolt).shuffleGrouping("s");
        net.start().run();
        ExecutorMachine machine = net.node("s").machine;
        int task = net.tasks("s").get(0);

        assertThat(machine.wantsOutside()).isFalse();
        assertThat(machine.wantsCycle()).isFalse();
        assertThatThrownBy(() -> machine.onOutside(new TupleBatch(task, new dev.gale.engine.tuple.StreamTuple[0], 0)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() ->
                        machine.onAcks(new AckBatch(AckKind.INIT, new long[] {RootId.of(task, 1, 1), 0}, 1), net.now()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aMessageForAnotherTaskIsIgnored() {
        net.spout("s", new Numbers(1, false)::spout);
        net.bolt("b", this::keepingBolt).shuffleGrouping("s");
        net.start().run();
        net.node("s").machine.onAcks(new AckBatch(AckKind.FAIL, new long[] {RootId.of(77, 1, 1), 0}, 1), net.now());

        assertThat(net.pending("s")).isOne();
    }

    @Test
    void aValueThatCannotBeShownIsEmittedAllTheSame() {
        Object unreadable = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("nobody can read this");
            }
        };

        assertThat(TraceText.of("emit", () -> List.of(unreadable).toString()))
                .isEqualTo("emit values that cannot be shown, since that throws java.lang.IllegalStateException");
        assertThat(TraceText.of("emit", () -> "x".repeat(1_000_000))).hasSizeLessThan(17_000);
    }

    @Test
    void debugTellsEveryEmitAndEveryEnd() {
        net.set(Config.TOPOLOGY_DEBUG, true);
        net.spout("s", new Numbers(1, false)::spout);
        net.bolt("b", () -> new ScriptedBolt("n")).shuffleGrouping("s");
        net.start().run();

        assertThat(net.traces).hasSize(3);
        assertThat(net.traces.get(0)).isEqualTo("emit s/default [0]");
        assertThat(net.traces.get(1)).startsWith("ACK b[");
        assertThat(net.traces.get(2)).startsWith("acked s[").endsWith("] 0");
    }

    private ScriptedBolt keepingBolt() {
        return new ScriptedBolt("n").executes((tuple, out) -> {});
    }

    /** Minus one: tracked by spouts. */
    private void ackers(int executors) {
        if (executors >= 0) {
            net.set(Config.TOPOLOGY_ACKER_EXECUTORS, executors);
        }
    }
}
