package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What emits are checked for, and where they go. */
class EmitTest {
    private final Net net = new Net(1);
    private final Map<Integer, List<Tuple>> received = new HashMap<>();
    private ScriptedSpout spout;
    private ScriptedBolt bolt;

    /** O-09. */
    @Test
    void aStreamThatWasNotDeclaredIsAnErrorAtTheEmit() {
        declare(new ScriptedSpout("n").stream("other", "n"));
        net.start().run();

        assertThatThrownBy(() -> spout.out.emit("errors", new Values(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'s'")
                .hasMessageContaining("'errors'")
                .hasMessageContaining("[default, other]");
        assertThat(net.isQuiet()).isTrue();
    }

    /** O-09: every tenth input makes the bolt emit to nowhere. */
    @Test
    void anInputWhoseEmitThrewIsNotAcked() {
        Numbers numbers = new Numbers(100, false);
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            if (tuple.getInteger(0) % 10 == 9) {
                                out.emit("errors", tuple, new Values("bad"));
                            }
                            out.ack(tuple);
                        }))
                .shuffleGrouping("s");
        net.start().run(java.time.Duration.ofSeconds(20));

        assertThat(numbers.acked).hasSize(90);
        assertThat(numbers.failed).hasSize(10);
        assertThat(net.errors).hasSize(10).allSatisfy(error -> {
            assertThat(error.component()).isEqualTo("b");
            assertThat(error.error()).hasMessageContaining("'errors'");
        });
    }

    /** O-10. */
    @Test
    void theNumberOfValuesIsThatOfTheFields() {
        declare(new ScriptedSpout("a", "b", "c").stream("nothing"));
        net.bolt("c", this::receiver).shuffleGrouping("s").shuffleGrouping("s", "nothing");
        net.start().run();
        for (Object[] wrong : new Object[][] {{1, 2}, {1, 2, 3, 4}, {}}) {
            assertThatThrownBy(() -> spout.out.emit(new Values(wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'s'")
                    .hasMessageContaining("'default'")
                    .hasMessageContaining("3 fields [a, b, c]")
                    .hasMessageContaining(wrong.length + " values");
        }
        spout.out.emit(new Values(1, 2, 3));
        spout.out.emit("nothing", List.of());
        net.run();

        List<Tuple> tuples = received.get(net.tasks("c").get(0));
        assertThat(tuples).hasSize(2);
        assertThat(tuples.get(0).getValues()).containsExactly(1, 2, 3);
        assertThat(tuples.get(1).size()).isZero();
        assertThatThrownBy(() -> tuples.get(0).getValueByField("d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'d'");
        assertThat(net.errors).isEmpty();
    }

    /** O-11. */
    @Test
    void regularAndDirectEmitsAreNotMixed() {
        declare(new ScriptedSpout("n").directStream("d", "n"));
        net.bolt("c", this::receiver, 4).directGrouping("s", "d").shuffleGrouping("s");
        net.start().run();
        int target = net.tasks("c").get(2);

        assertThatThrownBy(() -> spout.out.emit("d", new Values(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'d'")
                .hasMessageContaining("'s'");
        assertThatThrownBy(() -> spout.out.emitDirect(target, new Values(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'default'");
        for (int i = 0; i < 1_000; i++) {
            spout.out.emitDirect(target, "d", new Values(i), i);
        }
        net.run();
        assertThat(received).containsOnlyKeys(target);
        assertThat(received.get(target)).hasSize(1_000);
        assertThat(net.sum("s", counters -> counters.output("d").acked().get())).isEqualTo(1_000);
    }

    @Test
    void aDirectEmitNamesATaskThatSubscribedToIt() {
        declare(new ScriptedSpout("n").directStream("d", "n"));
        net.bolt("c", this::receiver, 2).directGrouping("s", "d");
        net.bolt("other", this::receiver).shuffleGrouping("s");
        net.start().run();
        int stranger = net.tasks("other").get(0);

        assertThatThrownBy(() -> spout.out.emitDirect(stranger, "d", new Values(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Task " + stranger)
                .hasMessageContaining(net.tasks("c").toString());
    }

    @Test
    void boltsAreCheckedAsSpoutsAre() {
        declare(new ScriptedSpout("n"));
        net.bolt("b", () -> new ScriptedBolt("n").directStream("d", "n").prepares(it -> bolt = it))
                .shuffleGrouping("s");
        net.bolt("c", this::receiver, 2).directGrouping("b", "d").shuffleGrouping("b");
        net.start().run();
        int target = net.tasks("c").get(1);

        assertThatThrownBy(() -> bolt.out.emit("errors", new Values(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'b'");
        assertThatThrownBy(() -> bolt.out.emit(new Values(1, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bolt.out.emit("d", new Values(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bolt.out.emitDirect(target, new Values(1)))
                .isInstanceOf(IllegalArgumentException.class);
        bolt.out.emitDirect(target, "d", new Values(1));
        net.run();
        assertThat(received).containsOnlyKeys(target);
    }

    /** O-12. */
    @Test
    void aCustomGroupingMayChooseNobodyOrOneTwiceButNobodyElse() {
        List<Integer> answer = new ArrayList<>();
        boolean[] none = {false};
        List<Object> acked = new ArrayList<>();
        declare(new ScriptedSpout("n").acked((out, id) -> acked.add(id)));
        net.bolt("c", this::receiver, 3).customGrouping("s", new CustomStreamGrouping() {
            @Override
            public void prepare(TopologyContext context, String component, String stream, List<Integer> tasks) {}

            @Override
            public List<Integer> chooseTasks(int task, List<Object> values) {
                return none[0] ? null : List.copyOf(answer);
            }
        });
        net.start().run();
        int target = net.tasks("c").get(1);

        assertThat(spout.out.emit(new Values(1), "nobody")).isEmpty();
        net.run();
        assertThat(received).isEmpty();
        assertThat(acked).containsExactly("nobody");

        none[0] = true;
        assertThatThrownBy(() -> spout.out.emit(new Values(1), "null"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(EmitTest.class.getName())
                .hasMessageContaining("null");
        none[0] = false;
        answer.add(target + 100);
        assertThatThrownBy(() -> spout.out.emit(new Values(1), "outside"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("task " + (target + 100));
        assertThatThrownBy(() -> {
                    answer.add(0, target);
                    spout.out.emit(new Values(1), "partly outside");
                })
                .isInstanceOf(IllegalArgumentException.class);
        net.run();
        assertThat(received).as("not even to those who were right").isEmpty();

        answer.clear();
        answer.addAll(List.of(target, target));
        assertThat(spout.out.emit(new Values(1), "twice")).containsExactly(target, target);
        net.run();
        assertThat(received.get(target)).hasSize(2);
        assertThat(acked).containsExactly("nobody", "twice");
        assertThat(net.pending("s")).isZero();
    }

    @Test
    void aCustomGroupingIsAskedOnceATuple() {
        int[] asked = {0};
        declare(new ScriptedSpout("n"));
        net.bolt("c", this::receiver, 3).customGrouping("s", new CustomStreamGrouping() {
            private List<Integer> targets = List.of();

            @Override
            public void prepare(TopologyContext context, String component, String stream, List<Integer> tasks) {
                targets = tasks;
            }

            @Override
            public List<Integer> chooseTasks(int task, List<Object> values) {
                return targets.subList(0, asked[0]++ % 4);
            }
        });
        net.start().run();
        for (int i = 0; i < 8; i++) {
            assertThat(spout.out.emit(new Values(i))).hasSize(i % 4);
        }

        assertThat(asked[0]).isEqualTo(8);
    }

    @Test
    void anEmitTellsAllTasksThatReceiveIt() {
        declare(new ScriptedSpout("n"));
        net.bolt("all", this::receiver, 3).allGrouping("s");
        net.bolt("one", this::receiver, 3).globalGrouping("s");
        net.start().run();
        List<Integer> ids = new ArrayList<>(net.tasks("all"));
        ids.add(net.tasks("one").get(0));

        assertThat(spout.out.emit(new Values(1))).containsExactlyInAnyOrderElementsOf(ids);
        net.run();
        assertThat(received.keySet()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(net.sum("s", counters -> counters.output("default").emitted()))
                .isOne();
        assertThat(net.sum("s", counters -> counters.output("default").transferred()))
                .isEqualTo(4);
    }

    /** O-03: the list itself belongs to the engine. */
    @Test
    void valuesThatWereEmittedCannotBeChanged() {
        declare(new ScriptedSpout("n"));
        net.bolt("c", this::receiver).shuffleGrouping("s");
        net.start().run();
        Values values = new Values("before");
        List<Object> list = new ArrayList<>(List.of("before"));
        spout.out.emit(values);
        spout.out.emit(list);
        list.set(0, "after");

        assertThatThrownBy(() -> values.set(0, "after")).isInstanceOf(IllegalStateException.class);
        net.run();
        assertThat(received.get(net.tasks("c").get(0)))
                .extracting(tuple -> tuple.getValue(0))
                .containsExactly("before", "before");
    }

    /** O-03: with strict values a change of what is inside is an error of the component that emitted it. */
    @Test
    void strictValuesNameTheComponentThatChangedOne() {
        net.strict(new ByText());
        List<Object> failed = new ArrayList<>();
        List<Object> acked = new ArrayList<>();
        declare(new ScriptedSpout("map").acked((out, id) -> acked.add(id)).failed((out, id) -> failed.add(id)));
        net.bolt("c", this::receiver).shuffleGrouping("s");
        net.start().run();
        Map<String, Integer> map = new HashMap<>();
        spout.out.emit(new Values(map), "changed");
        map.put("late", 1);
        spout.out.emit(new Values(Map.of("a", 1)), "unchanged");
        net.run();

        assertThat(failed).containsExactly("changed");
        assertThat(acked).containsExactly("unchanged");
        assertThat(net.errors).singleElement().satisfies(error -> {
            assertThat(error.component()).isEqualTo("s");
            assertThat(error.task()).isEqualTo(net.tasks("s").get(0));
            assertThat(error.error()).hasMessageContaining("'s'").hasMessageContaining("'c'");
        });
        assertThat(received.get(net.tasks("c").get(0)))
                .as("the receiver does not see it")
                .hasSize(1);
    }

    @Test
    void strictValuesRefuseAtTheEmitWhatCouldNotTravel() {
        net.strict(new ByText());
        declare(new ScriptedSpout("value"));
        net.bolt("c", this::receiver).shuffleGrouping("s");
        net.start().run();

        assertThatThrownBy(() -> spout.out.emit(new Values(new Thread("local")), "m1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'s'")
                .hasMessageContaining("'default'")
                .hasMessageContaining("java.lang.Thread");
        net.run();
        assertThat(net.pending("s")).isZero();
        assertThat(received).isEmpty();
    }

    /** Values are told apart by how they read. */
    private static final class ByText implements StrictValues {
        @Override
        public long fingerprint(Object[] values) {
            for (Object value : values) {
                if (value instanceof Thread) {
                    throw new IllegalArgumentException("java.lang.Thread is not registered");
                }
            }
            return 1 + Objects.hash(Arrays.deepToString(values));
        }
    }

    private void declare(ScriptedSpout prototype) {
        net.spout("s", () -> prototype.opens(it -> spout = it));
    }

    private ScriptedBolt receiver() {
        ScriptedBolt[] self = {null};
        return new ScriptedBolt("n").prepares(it -> self[0] = it).executes((tuple, out) -> {
            received.computeIfAbsent(self[0].context.getThisTaskId(), key -> new ArrayList<>())
                    .add(tuple);
            out.ack(tuple);
        });
    }
}
