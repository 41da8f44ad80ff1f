package dev.gale.engine.executor;

import dev.gale.api.ComponentSpec;
import dev.gale.api.GroupingSpec;
import dev.gale.api.StreamSpec;
import dev.gale.api.Streams;
import dev.gale.engine.ack.AckKind;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.engine.grouping.Grouper;
import dev.gale.engine.grouping.GroupingContext;
import dev.gale.engine.grouping.Groupings;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.AckerPlacement;
import dev.gale.engine.topology.StreamId;
import dev.gale.engine.topology.Subscriber;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.engine.tuple.EdgeIds;
import dev.gale.engine.tuple.TupleOrigin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Puts one executor together: its tasks, their streams and groupings, the ways to other tasks and to who keeps the trees. */
public final class ExecutorAssembly {
    private final TopologyPlan topology;
    private final ExecutorId id;
    private final Surroundings surroundings;
    private final ExecutorHost host;
    private final RandomGenerator random;
    private final LongSupplier nanoClock;
    private final Function<TaskId, TaskCounters> counters;

    private final OutboxSet outboxes = new OutboxSet();
    private final Map<TaskId, Outbox> outboxByTask = new HashMap<>();
    private final SortedSet<TaskId> localTasks;

    /** By the component that subscribes; shared by the tasks of this executor, whose ways are the same. */
    private final Map<String, Targets> targetsByComponent = new HashMap<>();

    /** The tasks of a component, how they are reached, and which run in this worker. */
    private record Targets(Outbox[] outboxes, int[] tasks, boolean[] local, Map<Integer, Outbox> byTask) {}

    private ExecutorAssembly(
            TopologyPlan topology,
            ExecutorId id,
            Surroundings surroundings,
            ExecutorHost host,
            RandomGenerator random,
            LongSupplier nanoClock,
            Function<TaskId, TaskCounters> counters) {
        this.topology = topology;
        this.id = id;
        this.surroundings = surroundings;
        this.host = host;
        this.random = random;
        this.nanoClock = nanoClock;
        this.counters = counters;
        localTasks = surroundings.localTasks();
    }

    /** @param random decides where round robins start, and the ids of edges */
    public static ExecutorMachine assemble(
            TopologyPlan topology,
            ExecutorId id,
            Surroundings surroundings,
            ExecutorHost host,
            RandomGenerator random,
            LongSupplier nanoClock,
            Function<TaskId, TaskCounters> counters) {
        return new ExecutorAssembly(topology, id, surroundings, host, random, nanoClock, counters).machine();
    }

    private ExecutorMachine machine() {
        Duration timeout =
                topology.settings().timeoutsEnabled() ? topology.settings().messageTimeout() : null;
        if (id.component().equals(Streams.ACKER_COMPONENT)) {
            return new AckerExecutor(outboxes, toSpouts(AckKind.COMPLETED), timeout);
        }
        ComponentSpec component = topology.graph().component(id.component());
        TopologySettings settings = topology.settings().forComponent(component);
        List<TaskPlan> plans = new ArrayList<>();
        List<TaskCounters> taskCounters = new ArrayList<>();
        for (TaskId task : id.tasks()) {
            plans.add(plan(task, component, settings));
            taskCounters.add(counters.apply(task));
        }
        EdgeIds edges = new EdgeIds(random.nextLong());
        if (component.isSpout()) {
            return new SpoutExecutor(
                    plans,
                    taskCounters,
                    outboxes,
                    settings.overflowLimit(),
                    tracking(),
                    acks(AckKind.INIT),
                    settings.maxSpoutPending(),
                    timeout,
                    surroundings.strictValues(),
                    edges,
                    host,
                    nanoClock);
        }
        return new BoltExecutor(
                plans,
                taskCounters,
                outboxes,
                settings.overflowLimit(),
                acks(AckKind.ACK),
                settings.tickFrequency().orElse(null),
                surroundings.strictValues(),
                edges,
                host,
                nanoClock);
    }

    private TaskPlan plan(TaskId task, ComponentSpec component, TopologySettings settings) {
        TaskContext context = new TaskContext(topology, task, surroundings.localTaskNumbers());
        Map<String, StreamOutput> outputs = new HashMap<>();
        component
                .outputs()
                .forEach((stream, spec) -> outputs.put(stream, output(task, stream, outputs.size(), spec, context)));
        return new TaskPlan(
                task.number(),
                component.id(),
                surroundings.instances(component.id()),
                context,
                settings.merged(),
                outputs,
                settings.debug());
    }

    private StreamOutput output(TaskId task, String stream, int number, StreamSpec spec, TaskContext context) {
        List<StreamOutput.Route> routes = new ArrayList<>();
        List<Map<Integer, Outbox>> direct = new ArrayList<>();
        for (Subscriber subscriber : topology.graph().subscribers(new StreamId(id.component(), stream))) {
            Targets targets = targets(subscriber.component());
            if (subscriber.grouping() instanceof GroupingSpec.Direct) {
                direct.add(targets.byTask);
            } else {
                routes.add(new StreamOutput.Route(
                        grouper(task, stream, spec, context, subscriber, targets), targets.outboxes));
            }
        }
        return new StreamOutput(
                new TupleOrigin(id.component(), task.number(), stream, spec.fields()),
                number,
                spec.direct(),
                routes,
                merged(direct),
                counters.apply(task).output(stream));
    }

    private Grouper grouper(
            TaskId task,
            String stream,
            StreamSpec spec,
            TaskContext context,
            Subscriber subscriber,
            Targets targets) {
        GroupingSpec grouping = subscriber.grouping() instanceof GroupingSpec.Custom custom
                ? surroundings.copy(custom)
                : subscriber.grouping();
        return Groupings.create(
                grouping,
                new GroupingContext(
                        id.component(),
                        stream,
                        spec.fields(),
                        task.number(),
                        targets.tasks,
                        targets.local,
                        topology.settings().keyGroups(),
                        random,
                        context));
    }

    private Targets targets(String component) {
        Targets known = targetsByComponent.get(component);
        if (known != null) {
            return known;
        }
        List<TaskId> tasks = topology.layout().tasksOf(component);
        Outbox[] ways = new Outbox[tasks.size()];
        int[] numbers = new int[ways.length];
        boolean[] local = new boolean[ways.length];
        Map<Integer, Outbox> byTask = new HashMap<>();
        for (int i = 0; i < ways.length; i++) {
            TaskId task = tasks.get(i);
            ways[i] = outbox(task, component);
            numbers[i] = task.number();
            local[i] = localTasks.contains(task);
            byTask.put(task.number(), ways[i]);
        }
        Targets made = new Targets(ways, numbers, local, byTask);
        targetsByComponent.put(component, made);
        return made;
    }

    private static Map<Integer, Outbox> merged(List<Map<Integer, Outbox>> maps) {
        if (maps.size() == 1) {
            return maps.get(0);
        }
        Map<Integer, Outbox> all = new HashMap<>();
        maps.forEach(all::putAll);
        return all;
    }

    private Outbox outbox(TaskId target, String component) {
        return outboxByTask.computeIfAbsent(
                target,
                task -> surroundings.outboxTo(task, outboxes, topology.graph().sameCycle(id.component(), component)));
    }

    private Tracking tracking() {
        return switch (topology.settings().ackerPlacement()) {
            case NONE -> Tracking.NONE;
            case SPOUT -> Tracking.BY_SPOUTS;
            case DEDICATED -> Tracking.BY_ACKERS;
        };
    }

    /** @param busy what this executor sends most to dedicated ackers; to spouts it is acks */
    private AckRoutes acks(AckKind busy) {
        AckerPlacement placement = topology.settings().ackerPlacement();
        if (placement == AckerPlacement.NONE) {
            return AckRoutes.none(outboxes);
        }
        if (placement == AckerPlacement.SPOUT) {
            return toSpouts(AckKind.ACK);
        }
        AckOutbox[] ackers = topology.layout().executorsOf(Streams.ACKER_COMPONENT).stream()
                .map(acker -> ackOutbox(busy, acker))
                .toArray(AckOutbox[]::new);
        return AckRoutes.toAckers(ackers, outboxes);
    }

    private AckRoutes toSpouts(AckKind busy) {
        @Nullable AckOutbox[] byTask = new AckOutbox[topology.layout().taskCount() + 1];
        for (ComponentSpec component : topology.graph().components()) {
            if (component.isSpout()) {
                for (ExecutorId executor : topology.layout().executorsOf(component.id())) {
                    AckOutbox outbox = ackOutbox(busy, executor);
                    executor.tasks().forEach(task -> byTask[task.number()] = outbox);
                }
            }
        }
        return AckRoutes.toSpouts(byTask, outboxes);
    }

    private AckOutbox ackOutbox(AckKind busy, ExecutorId holder) {
        return new AckOutbox(busy, surroundings.ackInletTo(holder), surroundings.ackArrays());
    }
}
