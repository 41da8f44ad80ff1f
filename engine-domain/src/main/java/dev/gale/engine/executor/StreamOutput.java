package dev.gale.engine.executor;

import dev.gale.engine.grouping.Grouper;
import dev.gale.engine.stats.Counter;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.tuple.TupleOrigin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One stream of one task: who subscribes, and which of their tasks a tuple goes to. */
public final class StreamOutput {
    /** One subscriber. @param targets its tasks' outboxes, ascending by task */
    public record Route(Grouper grouper, Outbox[] targets) {}

    private final TupleOrigin origin;
    private final boolean direct;
    private final Route[] routes;
    private final Map<Integer, Outbox> directTargets;
    private final int number;
    private final int arity;
    private final Counter single;
    private final Counter others;
    private final Counter otherTransfers;

    /** The one target that every regular emit has, chosen once and for all; null if it depends. */
    private final @Nullable Outbox fixed;

    private Outbox[] chosen = new Outbox[4];
    private int count;

    /**
     * @param number of the stream among its task's
     * @param direct whether every emit names its task
     * @param directTargets by task; those whose component subscribes by direct grouping
     */
    public StreamOutput(
            TupleOrigin origin,
            int number,
            boolean direct,
            List<Route> routes,
            Map<Integer, Outbox> directTargets,
            TaskCounters.Output counters) {
        this.origin = origin;
        this.number = number;
        arity = origin.fields().size();
        this.direct = direct;
        this.routes = routes.toArray(Route[]::new);
        this.directTargets = Map.copyOf(directTargets);
        single = counters.single();
        others = counters.others();
        otherTransfers = counters.otherTransfers();
        fixed = direct || routes.size() != 1 ? null : fixed(routes.get(0));
        if (fixed != null) {
            chosen[0] = fixed;
            count = 1;
        }
    }

    private static @Nullable Outbox fixed(Route route) {
        int index = route.grouper.constant();
        return index == Grouper.MANY ? null : route.targets[index];
    }

    TupleOrigin origin() {
        return origin;
    }

    int number() {
        return number;
    }

    /** Chooses the targets of a regular emit. @return their task ids */
    List<Integer> choose(Object[] values) {
        check(values);
        if (direct) {
            throw new IllegalArgumentException(here() + " is direct; use emitDirect and name the task");
        }
        if (fixed != null) {
            return fixed.taskIds();
        }
        if (routes.length == 1) {
            Route route = routes[0];
            int index = route.grouper.choose(values);
            if (index != Grouper.MANY) {
                Outbox target = route.targets[index];
                chosen[0] = target;
                count = 1;
                return target.taskIds();
            }
            count = 0;
            addMany(route);
            return chosenIds();
        }
        return chooseOfAll(values);
    }

    /** Chooses the target of a direct emit. */
    void chooseDirect(int task, Object[] values) {
        check(values);
        if (!direct) {
            throw new IllegalArgumentException(here() + " is not direct; use emit, or declare the stream as direct");
        }
        Outbox target = directTargets.get(task);
        if (target == null) {
            throw new IllegalArgumentException("Task " + task + " does not receive " + here()
                    + "; the tasks that subscribed by direct grouping are " + new TreeSet<>(directTargets.keySet()));
        }
        chosen[0] = target;
        count = 1;
    }

    int count() {
        return count;
    }

    Outbox target(int index) {
        return chosen[index];
    }

    private List<Integer> chooseOfAll(Object[] values) {
        count = 0;
        for (Route route : routes) {
            int index = route.grouper.choose(values);
            if (index != Grouper.MANY) {
                add(route.targets[index]);
            } else {
                addMany(route);
            }
        }
        return chosenIds();
    }

    private void addMany(Route route) {
        for (int each : route.grouper.many()) {
            add(route.targets[each]);
        }
    }

    private List<Integer> chosenIds() {
        if (count == 0) {
            return List.of();
        }
        List<Integer> ids = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ids.add(chosen[i].task());
        }
        return ids;
    }

    private void add(Outbox target) {
        if (count == chosen.length) {
            chosen = Arrays.copyOf(chosen, 2 * count);
        }
        chosen[count++] = target;
    }

    /** To be called when the tuple was given to every target. */
    void sent() {
        if (count == 1) {
            single.add(1);
        } else {
            others.add(1);
            otherTransfers.add(count);
        }
    }

    private void check(Object @Nullable [] values) {
        if (values == null || values.length != arity) {
            throw wrongArity(values);
        }
    }

    private IllegalArgumentException wrongArity(Object @Nullable [] values) {
        return new IllegalArgumentException(here() + " has " + arity + " fields " + origin.fields()
                + ", but the emit has " + (values == null ? "no values" : values.length + " values"));
    }

    private String here() {
        return "Stream '" + origin.stream() + "' of component '" + origin.component() + "'";
    }
}
