package dev.gale.engine.task;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Streams;
import dev.gale.api.Topology;
import dev.gale.engine.topology.TopologySettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks and executors of a topology.
 *
 * <p>Ids are dealt from 1 over the components sorted by id, the engine's own included, so that every process that reads the same
 * topology finds the same ids. Tasks that a component gets later have ids after all others, so that no task ever changes its id: it
 * then has several ranges of tasks. Each range is cut into contiguous executors, larger ones first, whose sizes differ by one at most.
 * Immutable.
 */
public final class TaskLayout {
    private final List<ComponentTasks> ranges;
    private final Map<String, List<ExecutorId>> byComponent = new TreeMap<>();
    private final Map<String, List<TaskId>> tasksByComponent = new TreeMap<>();
    private final Map<String, List<Integer>> numbersByComponent = new TreeMap<>();
    private final ExecutorId[] byTask;
    private final List<ExecutorId> executors;

    private TaskLayout(List<ComponentTasks> ranges) {
        this.ranges = List.copyOf(ranges);
        byTask = new ExecutorId[ranges.stream().mapToInt(ComponentTasks::tasks).sum()];
        List<ExecutorId> all = new ArrayList<>();
        int next = 1;
        for (ComponentTasks component : ranges) {
            if (component.firstTask().number() != next) {
                throw new IllegalArgumentException(
                        "The first task of " + component + " is expected to be " + next + ": ids have no gaps");
            }
            List<ExecutorId> cut = cut(component);
            byComponent
                    .computeIfAbsent(component.component(), id -> new ArrayList<>())
                    .addAll(cut);
            for (ExecutorId executor : cut) {
                Arrays.fill(
                        byTask,
                        executor.firstTask().number() - 1,
                        executor.lastTask().number(),
                        executor);
            }
            all.addAll(cut);
            next += component.tasks();
        }
        byComponent.replaceAll((component, of) -> List.copyOf(of));
        byComponent.forEach((component, of) -> {
            // Every task asks for these: made once, or the work would grow with the square of the tasks.
            List<TaskId> tasks =
                    of.stream().flatMap(executor -> executor.tasks().stream()).toList();
            tasksByComponent.put(component, tasks);
            numbersByComponent.put(
                    component, tasks.stream().map(TaskId::number).toList());
        });
        executors = List.copyOf(all);
    }

    /** The layout of a valid topology when it is submitted. */
    public static TaskLayout of(Topology topology, TopologySettings settings) {
        Map<String, int[]> tasksAndExecutors = new TreeMap<>();
        for (ComponentSpec component : topology.components()) {
            int tasks = settings.forComponent(component).tasksOf(component);
            tasksAndExecutors.put(component.id(), new int[] {tasks, Math.min(component.parallelism(), tasks)});
        }
        int ackers = settings.dedicatedAckers();
        if (ackers > 0) {
            tasksAndExecutors.put(Streams.ACKER_COMPONENT, new int[] {ackers, ackers});
        }
        List<ComponentTasks> components = new ArrayList<>();
        int next = 1;
        for (Map.Entry<String, int[]> entry : tasksAndExecutors.entrySet()) {
            int[] numbers = entry.getValue();
            components.add(new ComponentTasks(entry.getKey(), new TaskId(next), numbers[0], numbers[1]));
            next += numbers[0];
        }
        return new TaskLayout(components);
    }

    /**
     * A layout as it was before, from its {@link #components}.
     *
     * @throws IllegalArgumentException if task ids have gaps
     */
    public static TaskLayout of(List<ComponentTasks> components) {
        return new TaskLayout(components);
    }

    /**
     * Other numbers of executors. A number above a component's tasks gives it more tasks, one an executor; one below the number of its
     * ranges means one executor a range.
     *
     * @param wanted executors by component; others keep theirs
     * @throws IllegalArgumentException if there is no such component, or a number is below 1
     */
    public TaskLayout rescaled(Map<String, Integer> wanted) {
        wanted.forEach((component, number) -> {
            executorsOf(component);
            if (number < 1) {
                throw new IllegalArgumentException(
                        "Component '" + component + "' cannot have " + number + " executors; give 1 or more");
            }
        });
        List<ComponentTasks> rescaled = new ArrayList<>();
        Map<String, Integer> left = new TreeMap<>(wanted);
        for (ComponentTasks range : ranges) {
            Integer executors = left.get(range.component());
            if (executors == null) {
                rescaled.add(range);
                continue;
            }
            int following = tasksFrom(range);
            int rangesAfter = rangesFrom(range) - 1;
            // Its share of what is left, as long as each range after it can have one.
            long share = Math.round((double) executors * range.tasks() / following);
            int own = (int) Math.max(1, Math.min(Math.min(share, range.tasks()), executors - rangesAfter));
            own = Math.max(own, Math.min(range.tasks(), executors - (following - range.tasks())));
            rescaled.add(range.withExecutors(own));
            left.put(range.component(), executors - own);
        }
        int next = taskCount() + 1;
        for (Map.Entry<String, Integer> more : left.entrySet()) {
            if (more.getValue() > 0) {
                rescaled.add(new ComponentTasks(more.getKey(), new TaskId(next), more.getValue(), more.getValue()));
                next += more.getValue();
            }
        }
        return new TaskLayout(rescaled);
    }

    private int tasksFrom(ComponentTasks range) {
        return from(range).mapToInt(ComponentTasks::tasks).sum();
    }

    private int rangesFrom(ComponentTasks range) {
        return (int) from(range).count();
    }

    /** This range of a component and those after it. */
    private Stream<ComponentTasks> from(ComponentTasks range) {
        return ranges.stream()
                .filter(other -> other.component().equals(range.component())
                        && other.firstTask().compareTo(range.firstTask()) >= 0);
    }

    /** In the order of task ids; a component that got tasks later occurs several times. */
    public List<ComponentTasks> components() {
        return ranges;
    }

    public int taskCount() {
        return byTask.length;
    }

    /** All executors in the order of task ids. */
    public List<ExecutorId> executors() {
        return executors;
    }

    /**
     * In the order of task ids.
     *
     * @throws IllegalArgumentException if there is no such component
     */
    public List<ExecutorId> executorsOf(String component) {
        return known(component, byComponent);
    }

    private static <T> List<T> known(String component, Map<String, List<T>> byComponent) {
        List<T> of = byComponent.get(component);
        if (of == null) {
            throw new IllegalArgumentException(
                    "There is no component '" + component + "'; there are " + byComponent.keySet());
        }
        return of;
    }

    /**
     * Ascending.
     *
     * @throws IllegalArgumentException if there is no such component
     */
    public List<TaskId> tasksOf(String component) {
        return known(component, tasksByComponent);
    }

    /**
     * The numbers of {@link #tasksOf}, ascending.
     *
     * @throws IllegalArgumentException if there is no such component
     */
    public List<Integer> taskNumbersOf(String component) {
        return known(component, numbersByComponent);
    }

    /** @throws IllegalArgumentException if there is no such task */
    public ExecutorId executorOf(TaskId task) {
        if (task.number() > byTask.length) {
            throw new IllegalArgumentException("There is no task " + task + "; the last is " + byTask.length);
        }
        return byTask[task.number() - 1];
    }

    /** @throws IllegalArgumentException if there is no such task */
    public String componentOf(TaskId task) {
        return executorOf(task).component();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TaskLayout layout && ranges.equals(layout.ranges);
    }

    @Override
    public int hashCode() {
        return ranges.hashCode();
    }

    @Override
    public String toString() {
        return executors.toString();
    }

    private static List<ExecutorId> cut(ComponentTasks component) {
        int size = component.tasks() / component.executors();
        int larger = component.tasks() % component.executors();
        int first = component.firstTask().number();
        List<ExecutorId> cut = new ArrayList<>();
        for (int i = 0; i < component.executors(); i++) {
            int last = first + size - 1 + (i < larger ? 1 : 0);
            cut.add(new ExecutorId(component.component(), new TaskId(first), new TaskId(last)));
            first = last + 1;
        }
        return List.copyOf(cut);
    }
}
