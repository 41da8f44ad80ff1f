package dev.gale.engine.executor;

import dev.gale.api.BasicBolt;
import dev.gale.api.Bolt;
import dev.gale.api.BoltDeclarer;
import dev.gale.api.Component;
import dev.gale.api.Config;
import dev.gale.api.GroupingSpec;
import dev.gale.api.Spout;
import dev.gale.api.SpoutDeclarer;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.executor.ExecutorMachine.Step;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.StreamId;
import dev.gale.engine.topology.Subscriber;
import dev.gale.engine.topology.TopologyGraph;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A whole topology in one thread: all of its executors over bounded inboxes in memory, a clock that moves when it is told to, and a
 * seed that decides who is next. Component instances come from suppliers.
 */
final class Net {
    /** Calls that a run may take before it is taken for one that does not end. */
    private static final int MOST_TURNS = 20_000_000;

    private static final int ACK_BATCHES = 32;

    /** One error that was told to a host. */
    record Failure(String component, int task, Throwable error) {}

    final List<Failure> errors = new ArrayList<>();
    final List<Failure> hopeless = new ArrayList<>();
    final List<String> traces = new ArrayList<>();
    final Config config = new Config();

    private final long seed;
    private final Random random;
    private final TopologyBuilder builder = new TopologyBuilder();
    private final Map<String, Supplier<? extends Component>> suppliers = new HashMap<>();
    private final Map<ExecutorId, Node> nodes = new TreeMap<>();
    private final List<Node> order = new ArrayList<>();
    private TopologyPlan plan;
    private StrictValues strict;
    private int incarnations;
    private int refusals;
    private long turnNanos;
    private long now = 1_000_000_000;
    private long moves;
    private boolean foreignThread;

    Net(long seed) {
        this.seed = seed;
        random = new Random(seed);
    }

    Net set(String key, Object value) {
        config.put(key, value);
        return this;
    }

    /** Inboxes refuse so many of a hundred batches although they have room. */
    Net refusals(int percent) {
        refusals = percent;
        return this;
    }

    /** How much time each turn of an executor takes. */
    Net turnNanos(long nanos) {
        turnNanos = nanos;
        return this;
    }

    Net startAt(long nanos) {
        now = nanos;
        return this;
    }

    Net strict(StrictValues values) {
        strict = values;
        return this;
    }

    SpoutDeclarer spout(String id, Supplier<? extends Spout> supplier, int executors) {
        suppliers.put(id, supplier);
        return builder.setSpout(id, supplier.get(), executors);
    }

    SpoutDeclarer spout(String id, Supplier<? extends Spout> supplier) {
        return spout(id, supplier, 1);
    }

    BoltDeclarer bolt(String id, Supplier<? extends Bolt> supplier, int executors) {
        suppliers.put(id, supplier);
        return builder.setBolt(id, supplier.get(), executors);
    }

    BoltDeclarer bolt(String id, Supplier<? extends Bolt> supplier) {
        return bolt(id, supplier, 1);
    }

    BoltDeclarer basicBolt(String id, Supplier<? extends BasicBolt> supplier) {
        suppliers.put(id, supplier);
        return builder.setBolt(id, supplier.get(), 1);
    }

    /** Assembles and opens all executors; spouts are not active yet. */
    Net open() {
        Topology topology = builder.createTopology();
        TopologySettings settings = TopologySettings.of(config);
        plan = new TopologyPlan(
                "net-1", "net", TopologyGraph.of(topology), TaskLayout.of(topology, settings), settings);
        for (ExecutorId id : plan.layout().executors()) {
            Node node = new Node(id);
            nodes.put(id, node);
            order.add(node);
        }
        order.forEach(Node::assemble);
        return this;
    }

    /** Opens all and activates the spouts. */
    Net start() {
        open();
        activate(true);
        return this;
    }

    void activate(boolean active) {
        order.forEach(node -> node.activate(active));
    }

    /** A new machine in the place of this one: what it had queued, held back or pending is gone. */
    void restart(ExecutorId id) {
        nodes.get(id).assemble();
    }

    List<ExecutorId> executors() {
        return List.copyOf(nodes.keySet());
    }

    List<Integer> tasks(String component) {
        return plan.layout().tasksOf(component).stream().map(TaskId::number).toList();
    }

    /** The components that subscribed to a stream by direct grouping. */
    List<String> directSubscribers(String component, String stream) {
        return plan.graph().subscribers(new StreamId(component, stream)).stream()
                .filter(subscriber -> subscriber.grouping() instanceof GroupingSpec.Direct)
                .map(Subscriber::component)
                .toList();
    }

    /** The executor of this component, or the first of them. */
    Node node(String component) {
        return nodes.get(plan.layout().executorsOf(component).get(0));
    }

    TaskCounters counters(int task) {
        TaskId id = new TaskId(task);
        return nodes.get(plan.layout().executorOf(id)).counters.get(id);
    }

    /** A figure of all tasks of a component. */
    long sum(String component, ToLongFunction<TaskCounters> figure) {
        return tasks(component).stream()
                .mapToLong(task -> figure.applyAsLong(counters(task)))
                .sum();
    }

    long pending(String spout) {
        return sum(spout, counters -> counters.pending().get());
    }

    long executed(String bolt) {
        return sum(
                bolt,
                counters -> counters.inputs().values().stream()
                        .mapToLong(input -> input.executed().get())
                        .sum());
    }

    long now() {
        return now;
    }

    /** Time passes while nobody does anything, such as within a call into user code. */
    void pass(Duration time) {
        now += time.toNanos();
    }

    void callFromForeignThread(boolean foreign) {
        foreignThread = foreign;
    }

    /** Lets executors do what there is to do, until nothing moves any more without more time. */
    void run() {
        int still = 0;
        for (int turns = 0; still <= (refusals == 0 ? 0 : 60); turns += order.size()) {
            if (turns > MOST_TURNS) {
                throw new AssertionError("Seed " + seed + " does not come to rest: " + state());
            }
            Collections.shuffle(order, random);
            boolean moved = false;
            for (Node node : order) {
                moved |= node.turn();
            }
            still = moved ? 0 : still + 1;
        }
    }

    /** Gives so many turns to executors at random. */
    void turns(int count) {
        for (int i = 0; i < count; i++) {
            order.get(random.nextInt(order.size())).turn();
        }
    }

    /** Runs, and lets time pass up to this much, stopping wherever an executor has something to do. */
    void run(Duration time) {
        long end = now + time.toNanos();
        run();
        long next;
        while ((next = nextDeadline()) - end <= 0 && next != Long.MAX_VALUE) {
            now = next - now > 0 ? next : now;
            run();
        }
        now = end - now > 0 ? end : now;
    }

    /** Nothing is queued or waits to be handed over. */
    boolean isQuiet() {
        return order.stream().allMatch(Node::isQuiet);
    }

    String state() {
        StringBuilder text = new StringBuilder("now " + now);
        nodes.values().forEach(node -> text.append('\n').append(node));
        return text.toString();
    }

    private long nextDeadline() {
        long next = Long.MAX_VALUE;
        for (Node node : order) {
            long deadline = node.machine.nextDeadlineNanos();
            if (deadline != Long.MAX_VALUE && (next == Long.MAX_VALUE || deadline - next < 0)) {
                next = deadline;
            }
        }
        return next;
    }

    private boolean refuses() {
        return refusals > 0 && random.nextInt(100) < refusals;
    }

    /** One executor with its inbox, and all that is around it. */
    final class Node implements Surroundings, ExecutorHost {
        final ExecutorId id;
        final Map<TaskId, TaskCounters> counters = new TreeMap<>();
        final List<Boolean> finished = new ArrayList<>();
        ExecutorMachine machine;

        private final Lane outside = new Lane();
        private final Lane cycle = new Lane();
        private final Deque<AckBatch> acks = new ArrayDeque<>();
        private final Deque<Runnable> posted = new ArrayDeque<>();
        private boolean active;

        /** Sees every batch of acks that this executor is given. */
        Consumer<AckBatch> ackTap = batch -> {};

        /** While true, nothing is accepted. */
        boolean closed;

        Node(ExecutorId id) {
            this.id = id;
        }

        private final class Lane {
            final Deque<TupleBatch> batches = new ArrayDeque<>();
            int tuples;

            boolean offer(TupleBatch batch) {
                if (closed || refuses() || tuples >= plan.settings().receiveBufferSize()) {
                    return false;
                }
                batches.add(batch);
                tuples += batch.count();
                moves++;
                return true;
            }

            TupleBatch poll() {
                TupleBatch batch = batches.poll();
                tuples -= batch == null ? 0 : batch.count();
                return batch;
            }

            void clear() {
                batches.clear();
                tuples = 0;
            }
        }

        void assemble() {
            outside.clear();
            cycle.clear();
            acks.clear();
            posted.clear();
            counters.clear();
            id.tasks().forEach(task -> counters.put(task, new TaskCounters()));
            machine = ExecutorAssembly.assemble(plan, id, this, this, random, () -> now, counters::get);
            machine.open(now);
            machine.setActive(active, now);
        }

        void activate(boolean now) {
            active = now;
            machine.setActive(now, Net.this.now);
        }

        /** What an executor's thread does again and again. @return whether anything moved */
        boolean turn() {
            now += turnNanos;
            long before = moves;
            if (machine.held() > 0) {
                machine.flush();
            }
            boolean worked = false;
            for (AckBatch batch = acks.poll(); batch != null; batch = acks.poll()) {
                ackTap.accept(batch);
                machine.onAcks(batch, now);
                Arrays.fill(batch.pairs(), 0xBAD);
                worked = true;
            }
            while (machine.takesCalls() && !posted.isEmpty()) {
                posted.poll().run();
                worked = true;
            }
            worked |= machine.step(now) == Step.WORKED;
            if (machine.wantsCycle() && !cycle.batches.isEmpty()) {
                machine.onCycle(cycle.poll());
                worked = true;
            }
            if (machine.wantsOutside() && !outside.batches.isEmpty()) {
                machine.onOutside(outside.poll());
                worked = true;
            }
            long deadline = machine.nextDeadlineNanos();
            if (acks.isEmpty() && deadline != Long.MAX_VALUE && now - deadline >= 0) {
                machine.poll(now);
                worked = true;
            }
            if (!worked || random.nextInt(16) == 0) {
                machine.flush();
            }
            return worked || moves != before;
        }

        boolean isQuiet() {
            return machine.isFlushed()
                    && machine.held() == 0
                    && outside.batches.isEmpty()
                    && cycle.batches.isEmpty()
                    && acks.isEmpty()
                    && posted.isEmpty();
        }

        int queued() {
            return outside.tuples + cycle.tuples;
        }

        /** Puts a tuple into the inbox for data from outside, as a batch of one. */
        void deliver(int task, StreamTuple... tuples) {
            outside.batches.add(new TupleBatch(task, tuples, tuples.length));
            outside.tuples += tuples.length;
        }

        @Override
        public Outbox outboxTo(TaskId task, OutboxSet set, boolean sameCycle) {
            Node target = nodes.get(plan.layout().executorOf(task));
            TupleInlet inlet = batch -> (sameCycle ? target.cycle : target.outside).offer(batch);
            return new LocalOutbox(task.number(), set, inlet, plan.settings().producerBatchSize());
        }

        @Override
        public AckOutbox.Inlet ackInletTo(ExecutorId holder) {
            Node target = nodes.get(holder);
            return batch -> {
                if (target.closed || refuses() || target.acks.size() >= ACK_BATCHES) {
                    return false;
                }
                target.acks.add(batch);
                moves++;
                return true;
            };
        }

        @Override
        public AckOutbox.Arrays ackArrays() {
            return () -> {
                long[] pairs = new long[2 * AckOutbox.BATCH];
                Arrays.fill(pairs, 0xBAD);
                return pairs;
            };
        }

        @Override
        public SortedSet<TaskId> localTasks() {
            SortedSet<TaskId> all = new TreeSet<>();
            nodes.keySet().forEach(executor -> all.addAll(executor.tasks()));
            return all;
        }

        @Override
        public List<Integer> localTaskNumbers() {
            return localTasks().stream().map(TaskId::number).toList();
        }

        @Override
        public Supplier<Component> instances(String component) {
            return suppliers.get(component)::get;
        }

        @Override
        public <T> T copy(T object) {
            return object;
        }

        @Override
        public StrictValues strictValues() {
            return strict;
        }

        @Override
        public void checkThread(String component) {
            if (foreignThread) {
                throw new IllegalStateException("The collector of component '" + component + "' was called by another");
            }
        }

        @Override
        public void post(Runnable call) {
            posted.add(call);
        }

        @Override
        public void report(String component, int task, Throwable error) {
            errors.add(new Failure(component, task, error));
        }

        @Override
        public void keepsFailing(String component, int task, Throwable error) {
            hopeless.add(new Failure(component, task, error));
        }

        @Override
        public int freshIncarnation(int task) {
            return ++incarnations;
        }

        @Override
        public void finished(boolean now) {
            finished.add(now);
        }

        @Override
        public void trace(String line) {
            traces.add(line);
        }

        @Override
        public String toString() {
            return id + " queued " + outside.tuples + "+" + cycle.tuples + " tuples, " + acks.size() + " acks, held "
                    + machine.held() + (machine.isFlushed() ? "" : ", not flushed") + ", next deadline "
                    + machine.nextDeadlineNanos();
        }
    }
}
