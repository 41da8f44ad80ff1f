package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.BoltDeclarer;
import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Streams;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.task.ExecutorId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A topology, its settings and the moods of its components, all drawn from a seed, and a book of every tuple. Every tuple carries
 * the message ids of the roots that it is anchored to, which is what the engine's own tracking is compared with.
 */
final class RandomNet {
    /** What may happen. */
    enum Weather {
        /** Nobody fails: every root is to be acked. */
        CALM,
        /** Bolts fail tuples, components throw. */
        ROUGH,
        /** Executors are also replaced in the middle, with all that they had queued. */
        STORM
    }

    /** Life times alone would let some topologies grow into millions of tuples. */
    private static final int MOST_CHILDREN = 2_000;

    private static final String DIRECT = "direct";
    private static final String SIDE = "side";

    /** What the spouts were told, in order. */
    final List<String> told = new ArrayList<>();

    final Net net;

    private final long seed;
    private final Random random;
    private final Weather weather;

    private final Map<String, Integer> outstanding = new HashMap<>();
    private final Map<String, Integer> settled = new HashMap<>();
    private final Map<String, Integer> taskOf = new TreeMap<>();
    private final Map<String, Integer> lifeOf = new HashMap<>();
    private final Map<Integer, Integer> currentLife = new HashMap<>();
    private final Map<List<Object>, Integer> lastSeen = new HashMap<>();
    private final Map<List<Object>, Integer> lastSent = new HashMap<>();
    private final Map<String, Integer> left = new HashMap<>();
    private final List<String> spouts = new ArrayList<>();
    private final List<String> bolts = new ArrayList<>();
    private int lives;
    private int tracked;
    private int children;

    RandomNet(long seed, int ackers, Weather weather) {
        this.seed = seed;
        this.weather = weather;
        random = new Random(seed * 31 + ackers);
        net = new Net(seed)
                .refusals(random.nextBoolean() ? 0 : random.nextInt(70))
                .turnNanos(random.nextInt(1_000))
                .startAt(random.nextBoolean() ? random.nextLong() : 1_000_000_000)
                .set(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10)
                .set(Config.TOPOLOGY_MAX_SPOUT_PENDING, 1 + random.nextInt(40))
                .set(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 1 + random.nextInt(40))
                .set(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1 + random.nextInt(12))
                .set(Config.TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT, 1 + random.nextInt(40))
                .set(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        if (ackers > 0) {
            net.set(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        }
        int spoutCount = 1 + random.nextInt(2);
        for (int i = 0; i < spoutCount; i++) {
            declareSpout("s" + i);
        }
        int boltCount = 1 + random.nextInt(4);
        for (int i = 0; i < boltCount; i++) {
            declareBolt("b" + i, boltCount);
        }
    }

    private void declareSpout(String id) {
        spouts.add(id);
        left.put(id, 30 + random.nextInt(90));
        int executors = 1 + random.nextInt(2);
        net.spout(id, () -> newSpout(id), executors).setNumTasks(executors + random.nextInt(3));
    }

    private void declareBolt(String id, int boltCount) {
        Mood mood = new Mood();
        int executors = 1 + random.nextInt(2);
        BoltDeclarer declarer = net.bolt(id, () -> newBolt(mood), executors);
        declarer.setNumTasks(executors + random.nextInt(2));
        List<String> sources = new ArrayList<>(spouts);
        sources.addAll(bolts);
        if (!bolts.isEmpty()) {
            subscribe(declarer, bolts.get(bolts.size() - 1));
        }
        bolts.add(id);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            subscribe(declarer, sources.get(random.nextInt(sources.size())));
        }
        if (random.nextInt(3) == 0) {
            // Back from any bolt, itself included: a cycle, which the life time of tuples ends.
            declarer.shuffleGrouping("b" + random.nextInt(boltCount), "loop");
        }
    }

    private void subscribe(BoltDeclarer declarer, String source) {
        switch (random.nextInt(8)) {
            case 0 -> declarer.allGrouping(source);
            case 1 -> declarer.globalGrouping(source);
            case 2, 3 -> declarer.fieldsGrouping(source, new Fields("key"));
            case 4 -> declarer.directGrouping(source, DIRECT);
            case 5 -> declarer.localOrShuffleGrouping(source, SIDE);
            default -> declarer.shuffleGrouping(source);
        }
        if (random.nextInt(4) == 0) {
            declarer.directGrouping(source, DIRECT).shuffleGrouping(source, SIDE);
        }
    }

    /** Runs until everything has settled, and checks all that is promised. */
    void runAndCheck() {
        net.start();
        if (weather == Weather.STORM) {
            List<ExecutorId> executors = net.executors();
            for (int i = 0; i < 6; i++) {
                net.turns(random.nextInt(400));
                net.restart(executors.get(random.nextInt(executors.size())));
                if (random.nextInt(3) == 0) {
                    net.run(Duration.ofMillis(random.nextInt(12_000)));
                }
            }
        }
        for (int second = 0; second < 4_000 && !isOver(); second++) {
            net.run(Duration.ofSeconds(1));
        }
        // A spout that threw last may wait for its new instance still.
        net.run(Duration.ofSeconds(10));
        String at = "seed " + seed + " in " + weather + ": " + net.state();
        assertThat(net.isQuiet()).as(at).isTrue();
        assertThat(left.values()).as(at).containsOnly(0);
        for (String spout : spouts) {
            assertThat(net.pending(spout)).as(at).isZero();
        }
        taskOf.forEach((id, task) -> {
            int times = settled.getOrDefault(id, 0);
            if (lifeOf.get(id).equals(currentLife.get(task))) {
                assertThat(times).as("times that %s was settled, %s", id, at).isOne();
            } else {
                assertThat(times).as("times that %s was settled, %s", id, at).isLessThanOrEqualTo(1);
            }
        });
        // What is asserted in the components comes back as an error of theirs.
        assertThat(net.errors)
                .as(at)
                .allMatch(error -> error.error() instanceof IllegalStateException
                        && error.error().getMessage().startsWith("thrown in"));
        if (weather == Weather.CALM) {
            assertThat(net.errors).as(at).isEmpty();
            assertThat(told).as(at).hasSize(tracked).allMatch(line -> line.startsWith("ack"));
        }
        if (weather != Weather.STORM) {
            checkCounts(at);
        }
    }

    private boolean isOver() {
        return left.values().stream().allMatch(count -> count == 0)
                && spouts.stream().allMatch(spout -> net.pending(spout) == 0)
                && net.isQuiet();
    }

    /** Nothing is lost or doubled on the way from any task to any other. */
    private void checkCounts(String at) {
        long transferred = 0;
        long acked = 0;
        long failed = 0;
        for (String spout : spouts) {
            transferred += transferred(spout);
            acked += net.sum(
                    spout,
                    counters -> counters.outputs().values().stream()
                            .mapToLong(output -> output.acked().get())
                            .sum());
            failed += net.sum(
                    spout,
                    counters -> counters.outputs().values().stream()
                            .mapToLong(output -> output.failed().get())
                            .sum());
        }
        long executed = 0;
        for (String bolt : bolts) {
            transferred += transferred(bolt);
            executed += net.sum(
                    bolt,
                    counters -> counters.inputs().entrySet().stream()
                            .filter(entry -> !entry.getKey().stream().equals(Streams.TICK))
                            .mapToLong(entry -> entry.getValue().executed().get())
                            .sum());
        }
        assertThat(executed).as(at).isEqualTo(transferred);
        assertThat(acked + failed).as(at).isEqualTo(told.size());
    }

    private long transferred(String component) {
        return net.sum(
                component,
                counters -> counters.outputs().values().stream()
                        .mapToLong(output -> output.transferred())
                        .sum());
    }

    private boolean chance(int perMille) {
        return weather != Weather.CALM && random.nextInt(1_000) < perMille;
    }

    private ScriptedSpout newSpout(String component) {
        int[] task = {0};
        int[] life = {0};
        return new ScriptedSpout("ids", "key", "ttl", "n")
                .stream(SIDE, "ids", "key", "ttl", "n")
                        .directStream(DIRECT, "ids", "key", "ttl", "n")
                        .opens(spout -> {
                            task[0] = spout.context.getThisTaskId();
                            life[0] = ++lives;
                            currentLife.put(task[0], life[0]);
                        })
                        .next(out -> {
                            for (int i = random.nextInt(4); i > 0; i--) {
                                emitRoot(component, task[0], life[0], out);
                            }
                            mayThrow("nextTuple");
                        })
                        .acked((out, id) -> {
                            settle((String) id, "ack");
                            assertThat(outstanding.get(id))
                                    .as("tuples of %s that were not acked, seed %d in %s", id, seed, weather)
                                    .isZero();
                            if (random.nextInt(5) == 0) {
                                emitRoot(component, task[0], life[0], out);
                            }
                            mayThrow("ack");
                        })
                        .failed((out, id) -> {
                            settle((String) id, "fail");
                            mayThrow("fail");
                        });
    }

    private void mayThrow(String where) {
        if (chance(3)) {
            throw new IllegalStateException("thrown in " + where);
        }
    }

    private void settle(String id, String how) {
        told.add(how + " " + id);
        settled.merge(id, 1, Integer::sum);
    }

    private void emitRoot(String component, int task, int life, SpoutOutputCollector out) {
        int number = left.get(component);
        if (number == 0) {
            return;
        }
        left.put(component, number - 1);
        boolean untracked = random.nextInt(10) == 0;
        String id = component + "#" + number;
        List<String> ids = untracked ? List.of() : List.of(id);
        String stream = stream(random.nextInt(6));
        int n = next(task, stream);
        Values values = new Values(ids, id, random.nextInt(7), n);
        if (!untracked) {
            tracked++;
            taskOf.put(id, task);
            lifeOf.put(id, life);
            outstanding.put(id, 0);
        }
        int targets = 1;
        if (stream.equals(DIRECT)) {
            List<Integer> subscribers = directTargets(component);
            if (subscribers.isEmpty()) {
                tracked -= untracked ? 0 : 1;
                taskOf.remove(id);
                return;
            }
            int target = subscribers.get(random.nextInt(subscribers.size()));
            if (untracked) {
                out.emitDirect(target, stream, values);
            } else {
                outstanding.put(id, 1);
                out.emitDirect(target, stream, values, id);
            }
            return;
        }
        targets = (untracked ? out.emit(stream, values) : out.emit(stream, values, id)).size();
        if (!untracked) {
            outstanding.merge(id, targets, Integer::sum);
        }
    }

    private List<Integer> directTargets(String component) {
        List<Integer> targets = new ArrayList<>();
        for (String bolt : net.directSubscribers(component, DIRECT)) {
            targets.addAll(net.tasks(bolt));
        }
        return targets;
    }

    private static String stream(int dice) {
        return dice == 0 ? DIRECT : dice == 1 ? SIDE : Streams.DEFAULT;
    }

    private int next(int task, String stream) {
        return lastSent.merge(List.of(task, stream), 1, Integer::sum);
    }

    /** How one bolt behaves. */
    private final class Mood {
        final int children = 1 + random.nextInt(3);
        final int join = 1 + random.nextInt(3);
        final boolean acksLater = random.nextInt(3) == 0;
        final int failPerMille = random.nextInt(40);
        final int throwPerMille = random.nextInt(15);
    }

    private ScriptedBolt newBolt(Mood mood) {
        List<Tuple> joining = new ArrayList<>();
        List<Tuple> done = new ArrayList<>();
        ScriptedBolt[] self = {null};
        return new ScriptedBolt("ids", "key", "ttl", "n")
                .stream(SIDE, "ids", "key", "ttl", "n").stream("loop", "ids", "key", "ttl", "n")
                        .directStream(DIRECT, "ids", "key", "ttl", "n")
                        .prepares(it -> self[0] = it)
                        .executes((tuple, out) -> {
                            if (tuple.isTick()) {
                                done.addAll(joining);
                                joining.clear();
                                ackAll(done, out);
                                return;
                            }
                            int task = self[0].context.getThisTaskId();
                            checkOrder(tuple, task);
                            if (chance(mood.throwPerMille)) {
                                throw new IllegalStateException("thrown in execute");
                            }
                            if (chance(mood.failPerMille)) {
                                out.fail(tuple);
                                return;
                            }
                            if (random.nextInt(50) == 0) {
                                out.resetTimeout(tuple);
                            }
                            joining.add(tuple);
                            if (joining.size() >= mood.join) {
                                for (int i = 0; i < mood.children; i++) {
                                    emitChild(task, self[0].context.getThisComponentId(), joining, out);
                                }
                                done.addAll(joining);
                                joining.clear();
                                if (!mood.acksLater) {
                                    ackAll(done, out);
                                }
                            }
                        });
    }

    private void checkOrder(Tuple tuple, int task) {
        int n = tuple.getIntegerByField("n");
        Integer before = lastSeen.put(List.of(tuple.getSourceTask(), task, tuple.getSourceStreamId()), n);
        // Two subscriptions of one component to one stream give it a tuple twice.
        assertThat(n)
                .as("order at task %d of %s, seed %d", task, tuple, seed)
                .isGreaterThanOrEqualTo(before == null ? 0 : before);
    }

    private void emitChild(int task, String component, List<Tuple> anchors, OutputCollector out) {
        int ttl = anchors.stream()
                        .mapToInt(each -> each.getIntegerByField("ttl"))
                        .min()
                        .orElse(0)
                - 1;
        if (ttl < 0 || ++children > MOST_CHILDREN) {
            return;
        }
        boolean unanchored = random.nextInt(20) == 0;
        TreeSet<String> ids = new TreeSet<>();
        if (!unanchored) {
            anchors.forEach(anchor -> ids.addAll(ids(anchor)));
        }
        int dice = random.nextInt(7);
        String stream = dice == 6 ? "loop" : stream(dice);
        int n = next(task, stream);
        Values values = new Values(List.copyOf(ids), "k" + random.nextInt(9), ttl, n);
        int targets;
        if (stream.equals(DIRECT)) {
            List<Integer> subscribers = directTargets(component);
            if (subscribers.isEmpty()) {
                return;
            }
            int target = subscribers.get(random.nextInt(subscribers.size()));
            if (unanchored) {
                out.emitDirect(target, stream, values);
            } else {
                out.emitDirect(target, stream, List.copyOf(anchors), values);
            }
            targets = 1;
        } else if (unanchored) {
            targets = out.emit(stream, values).size();
        } else if (anchors.size() == 1) {
            targets = out.emit(stream, anchors.get(0), values).size();
        } else {
            targets = out.emit(stream, List.copyOf(anchors), values).size();
        }
        ids.forEach(id -> outstanding.merge(id, targets, Integer::sum));
    }

    private void ackAll(List<Tuple> tuples, OutputCollector out) {
        for (Tuple tuple : tuples) {
            ids(tuple).forEach(id -> outstanding.merge(id, -1, Integer::sum));
            out.ack(tuple);
        }
        tuples.clear();
    }

    @SuppressWarnings("unchecked")
    private static List<String> ids(Tuple tuple) {
        return (List<String>) tuple.getValueByField("ids");
    }
}
