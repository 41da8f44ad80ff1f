package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Config;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.tuple.TrackedTuple;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of tuples, with bolts that do what the test says when it says so. Ackers -1: tracked by the spout. */
class AnchoringTest {
    private final Net net = new Net(1);
    private final Numbers numbers = new Numbers(10, false);
    private final List<Tuple> atA = new ArrayList<>();
    private final List<Tuple> atB = new ArrayList<>();
    private ScriptedBolt a;
    private ScriptedBolt b;

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void aRootIsAckedWhenItsOnlyTupleIs(int ackers) {
        start(ackers);
        ack(a, atA.get(3));

        assertThat(numbers.acked).containsExactly(Map.entry(3, 1));
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void aRootWaitsForItsChildren(int ackers) {
        start(ackers);
        emit(List.of(atA.get(0)), "child");
        ack(a, atA.get(0));
        assertThat(numbers.acked).isEmpty();
        ack(b, atB.get(0));

        assertThat(numbers.acked).containsExactly(Map.entry(0, 1));
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void aChildMayBeAckedBeforeItsParent(int ackers) {
        start(ackers);
        emit(List.of(atA.get(0)), "child");
        ack(b, atB.get(0));
        assertThat(numbers.acked).isEmpty();
        ack(a, atA.get(0));

        assertThat(numbers.acked).containsExactly(Map.entry(0, 1));
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void aTupleWithSeveralAnchorsIsInAllOfTheirTrees(int ackers) {
        start(ackers);
        emit(List.of(atA.get(0), atA.get(1), atA.get(2)), "join");
        for (int i = 0; i < 3; i++) {
            ack(a, atA.get(i));
        }
        assertThat(numbers.acked).isEmpty();
        assertThat(atB.get(0).getMessageId().roots()).hasSize(3);
        ack(b, atB.get(0));

        assertThat(numbers.acked).containsOnlyKeys(0, 1, 2);
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void aFailOfATupleWithSeveralRootsFailsAllOfThem(int ackers) {
        start(ackers);
        emit(List.of(atA.get(0), atA.get(1)), "join");
        ack(a, atA.get(0));
        b.out.fail(atB.get(0));
        net.run();

        assertThat(numbers.failed).containsOnlyKeys(0, 1);
        assertThat(numbers.acked).isEmpty();
        ack(a, atA.get(1));
        assertThat(numbers.acked).isEmpty();
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void childrenOfATupleWithSeveralRootsHaveThemAsWell(int ackers) {
        start(ackers);
        emit(List.of(atA.get(0), atA.get(1)), "join");
        Tuple join = atB.get(0);
        b.out.emit("back", join, new Values("grandchild"));
        net.run();
        Tuple grandchild = atA.get(10);
        ack(a, atA.get(0));
        ack(a, atA.get(1));
        ack(b, join);
        assertThat(numbers.acked).isEmpty();
        assertThat(grandchild.getMessageId()).isEqualTo(join.getMessageId());
        ack(a, grandchild);

        assertThat(numbers.acked).containsOnlyKeys(0, 1);
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void anchorsThatShareARootMakeItOneRootOfTheChild(int ackers) {
        start(ackers);
        emit(List.of(atA.get(0)), "left");
        emit(List.of(atA.get(0)), "right");
        Tuple left = atB.get(0);
        Tuple right = atB.get(1);
        b.out.emit("back", List.of(left, right), new Values("both"));
        net.run();
        Tuple both = atA.get(10);
        assertThat(both.getMessageId().roots()).hasSize(1);
        ack(a, atA.get(0));
        ack(b, left);
        ack(b, right);
        assertThat(numbers.acked).isEmpty();
        ack(a, both);

        assertThat(numbers.acked).containsExactly(Map.entry(0, 1));
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void oneTupleMayBeGivenAsAnAnchorTwice(int ackers) {
        start(ackers);
        emit(List.of(atA.get(0), atA.get(0)), "child");
        ack(a, atA.get(0));
        assertThat(numbers.acked).isEmpty();
        ack(b, atB.get(0));

        assertThat(numbers.acked).containsExactly(Map.entry(0, 1));
    }

    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void anchorsMayBeMixedWithTuplesOfNoTree(int ackers) {
        start(ackers);
        a.out.emit(new Values("untracked"));
        net.run();
        Tuple untracked = atB.get(0);
        b.out.emit("back", List.of(untracked), new Values("untracked too"));
        net.run();
        assertThat(atA.get(10).getMessageId().isTracked()).isFalse();
        a.out.emit(List.of(atA.get(10), atA.get(0)), new Values("tracked"));
        net.run();

        assertThat(atB.get(1).getMessageId()).isEqualTo(atA.get(0).getMessageId());
        ack(a, atA.get(0));
        ack(b, atB.get(1));
        assertThat(numbers.acked).containsExactly(Map.entry(0, 1));
    }

    @Test
    void noAnchorsMeansNoTree() {
        start(-1);
        emit(List.of(), "free");
        ack(a, atA.get(0));

        assertThat(atB.get(0).getMessageId().isTracked()).isFalse();
        assertThat(numbers.acked).containsExactly(Map.entry(0, 1));
    }

    /** O-21. */
    @ParameterizedTest(name = "anchored {0}")
    @ValueSource(booleans = {true, false})
    void whatWasNotAnchoredDoesNotMatterToTheSpout(boolean anchored) {
        Numbers thousand = new Numbers(1_000, false);
        net.spout("s", thousand::spout);
        net.bolt(
                        "b1",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            if (anchored) {
                                out.emit(tuple, new Values(tuple.getValue(0)));
                            } else {
                                out.emit(new Values(tuple.getValue(0)));
                            }
                            out.ack(tuple);
                        }))
                .shuffleGrouping("s");
        net.bolt("b2", () -> new ScriptedBolt("n").executes((tuple, out) -> out.fail(tuple)))
                .shuffleGrouping("b1");
        int[] fails = {0};
        net.open();
        net.node("s").ackTap = batch -> fails[0] += batch.kind() == AckKind.FAIL ? batch.count() : 0;
        net.activate(true);
        net.run();

        assertThat(thousand.acked).hasSize(anchored ? 0 : 1_000);
        assertThat(thousand.failed).hasSize(anchored ? 1_000 : 0);
        assertThat(fails[0]).isEqualTo(anchored ? 1_000 : 0);
        assertThat(net.executed("b2")).isEqualTo(1_000);
    }

    /** O-22. */
    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void everyCopyOfATupleHasAnEdgeOfItsOwn(int ackers) {
        ackers(ackers);
        List<TrackedTuple> seen = new ArrayList<>();
        net.spout("s", numbers::spout);
        net.bolt(
                        "a",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            seen.add((TrackedTuple) tuple);
                        }),
                        4)
                .allGrouping("s");
        net.start().run();

        Map<Object, Set<Long>> edges = new HashMap<>();
        Map<Object, Set<Long>> roots = new HashMap<>();
        for (TrackedTuple tuple : seen) {
            edges.computeIfAbsent(tuple.getValue(0), key -> new HashSet<>()).add(tuple.xor());
            roots.computeIfAbsent(tuple.getValue(0), key -> new HashSet<>()).add(tuple.root());
        }
        assertThat(edges)
                .hasSize(10)
                .allSatisfy((number, four) -> assertThat(four).hasSize(4));
        assertThat(roots).allSatisfy((number, one) -> assertThat(one).hasSize(1));
        assertThat(new TreeSet<>(roots.values().stream().flatMap(Set::stream).toList()))
                .as("live roots are unique")
                .hasSize(10);
        assertThat(numbers.acked).isEmpty();
    }

    /** O-20, with a bolt that catches what the second call throws. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"ack ack", "ack fail", "fail ack", "fail fail"})
    void theFirstWordOnATupleCountsAndTheSecondThrows(String words) {
        Numbers many = new Numbers(10_000, false);
        List<IllegalStateException> thrown = new ArrayList<>();
        net.spout("s", many::spout);
        net.bolt(
                        "twice",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            for (String word : words.split(" ")) {
                                try {
                                    if (word.equals("ack")) {
                                        out.ack(tuple);
                                    } else {
                                        out.fail(tuple);
                                    }
                                } catch (IllegalStateException e) {
                                    thrown.add(e);
                                }
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run();

        boolean acked = words.startsWith("ack");
        assertThat(many.ackCalls()).isEqualTo(acked ? 10_000 : 0);
        assertThat(many.failCalls()).isEqualTo(acked ? 0 : 10_000);
        assertThat(thrown).hasSize(10_000);
        assertThat(thrown.get(0)).hasMessageContaining("'twice'").hasMessageContaining("s[");
        assertThat(net.errors).isEmpty();
        assertThat(net.pending("s")).isZero();
    }

    @Test
    void nothingIsAnchoredToATupleThatWasSettled() {
        start(-1);
        ack(a, atA.get(0));
        emit(List.of(atA.get(1), atA.get(2)), "join");
        ack(b, atB.get(0));

        assertThatThrownBy(() -> a.out.emit(atA.get(0), new Values("late")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'a'");
        assertThatThrownBy(() -> a.out.emit(List.of(atA.get(1), atA.get(0)), new Values("late")))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> b.out.emit("back", atB.get(0), new Values("late")))
                .as("several roots")
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> a.out.resetTimeout(atA.get(0))).isInstanceOf(IllegalStateException.class);
        net.run();
        ack(a, atA.get(1));
        assertThat(numbers.acked).containsOnlyKeys(0, 1);
        assertThat(atB).hasSize(1);
    }

    @Test
    void aTupleOfNoTreeIsSettledOnceAsWell() {
        start(-1);
        a.out.emit(new Values("untracked"));
        net.run();
        b.out.ack(atB.get(0));

        assertThatThrownBy(() -> b.out.fail(atB.get(0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'b'");
        assertThatThrownBy(() -> b.out.emit("back", atB.get(0), new Values("late")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void onlyTuplesOfTheEngineAreTaken() {
        start(-1);
        Tuple foreign = (Tuple) Proxy.newProxyInstance(
                Tuple.class.getClassLoader(), new Class<?>[] {Tuple.class}, (proxy, method, args) -> {
                    return method.getName().equals("toString") ? "foreign" : null;
                });

        assertThatThrownBy(() -> a.out.ack(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("foreign");
        assertThatThrownBy(() -> a.out.emit(foreign, new Values("x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> a.out.emit((Tuple) null, new Values("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("null");
        assertThatThrownBy(() -> a.out.ack(null)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The trace of the specification on the wire: a spout, bolt a that makes three of one, bolt b that acks. */
    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 1})
    void acksCarryWhatTheSpecificationSays(int ackers) {
        ackers(ackers);
        Numbers one = new Numbers(1, false);
        List<TrackedTuple> tuples = new ArrayList<>();
        List<String> wire = new ArrayList<>();
        List<Long> edges = new ArrayList<>();
        ScriptedBolt[] bolts = new ScriptedBolt[2];
        net.spout("s", one::spout);
        net.bolt(
                        "a",
                        () -> new ScriptedBolt("n")
                                .prepares(bolt -> bolts[0] = bolt)
                                .executes((tuple, out) -> tuples.add((TrackedTuple) tuple)))
                .shuffleGrouping("s");
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n")
                                .prepares(bolt -> bolts[1] = bolt)
                                .executes((tuple, out) -> {
                                    tuples.add((TrackedTuple) tuple);
                                    edges.add(((TrackedTuple) tuple).xor());
                                }))
                .shuffleGrouping("a");
        net.open();
        Net.Node holder = net.node(ackers < 0 ? "s" : "__acker");
        holder.ackTap = batch -> wire.addAll(messages(batch));
        net.activate(true);
        net.run();
        TrackedTuple t1 = tuples.get(0);
        long r1 = t1.root();
        long m1 = t1.xor();
        if (ackers > 0) {
            assertThat(wire).containsExactly("INIT " + r1 + " " + m1);
        }
        wire.clear();

        bolts[0].out.emit(t1, new Values("t2"));
        net.run();
        assertThat(t1.xor()).isEqualTo(m1 ^ edges.get(0));
        bolts[0].out.emit(t1, new Values("t3"));
        net.run();
        assertThat(t1.xor()).isEqualTo(m1 ^ edges.get(0) ^ edges.get(1));
        bolts[0].out.emit(t1, new Values("t4"));
        net.run();
        assertThat(t1.xor()).isEqualTo(m1 ^ edges.get(0) ^ edges.get(1) ^ edges.get(2));
        assertThat(wire).isEmpty();

        ack(bolts[0], t1);
        for (int i = 1; i <= 3; i++) {
            assertThat(one.acked).isEmpty();
            ack(bolts[1], tuples.get(i));
        }
        assertThat(wire)
                .containsExactly(
                        "ACK " + r1 + " " + (m1 ^ edges.get(0) ^ edges.get(1) ^ edges.get(2)),
                        "ACK " + r1 + " " + edges.get(0),
                        "ACK " + r1 + " " + edges.get(1),
                        "ACK " + r1 + " " + edges.get(2));
        assertThat(one.acked).containsExactly(Map.entry(0, 1));
    }

    private static List<String> messages(AckBatch batch) {
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < batch.count(); i++) {
            messages.add(batch.kind() + " " + batch.root(i) + " " + batch.value(i));
        }
        return messages;
    }

    /** Ten numbers lie at bolt a; what it emits lies at bolt b, whose stream 'back' leads to a again. */
    private void start(int ackers) {
        ackers(ackers);
        net.spout("s", numbers::spout);
        net.bolt("a", () -> new ScriptedBolt("n").prepares(bolt -> a = bolt).executes((tuple, out) -> atA.add(tuple)))
                .shuffleGrouping("s")
                .shuffleGrouping("b", "back");
        net.bolt(
                        "b",
                        () -> new ScriptedBolt()
                                .stream("back", "n")
                                        .prepares(bolt -> b = bolt)
                                        .executes((tuple, out) -> atB.add(tuple)))
                .shuffleGrouping("a");
        net.start().run();
        assertThat(atA).hasSize(10);
    }

    private void emit(List<Tuple> anchors, String value) {
        a.out.emit(anchors, new Values(value));
        net.run();
    }

    private void ack(ScriptedBolt bolt, Tuple tuple) {
        bolt.out.ack(tuple);
        net.run();
    }

    private void ackers(int executors) {
        if (executors >= 0) {
            net.set(Config.TOPOLOGY_ACKER_EXECUTORS, executors);
        }
    }
}
