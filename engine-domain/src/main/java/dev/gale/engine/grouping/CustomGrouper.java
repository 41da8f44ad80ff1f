package dev.gale.engine.grouping;

import dev.gale.api.CustomStreamGrouping;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** Asks the author's grouping and checks its answer, so that a wrong id is an error at the emit and goes no further. */
final class CustomGrouper extends Grouper {
    private final CustomStreamGrouping grouping;
    private final GroupingContext context;
    private final int[] targetTasks;
    private int[] chosen = new int[0];

    CustomGrouper(CustomStreamGrouping grouping, GroupingContext context) {
        this.grouping = grouping;
        this.context = context;
        this.targetTasks = context.targetTasks();
        List<Integer> ids = Arrays.stream(targetTasks).boxed().toList();
        grouping.prepare(context.topologyContext(), context.sourceComponent(), context.sourceStream(), ids);
    }

    @Override
    public int choose(Object[] values) {
        @Nullable List<Integer> ids = grouping.chooseTasks(context.sourceTask(), new ValuesView(values));
        if (ids == null) {
            throw refused("null instead of a list of tasks; answer an empty list if nobody shall get the tuple");
        }
        int size = ids.size();
        if (size == 1) {
            return position(ids.get(0));
        }
        if (chosen.length != size) {
            chosen = new int[size];
        }
        for (int i = 0; i < size; i++) {
            chosen[i] = position(ids.get(i));
        }
        return MANY;
    }

    @Override
    public int[] many() {
        return chosen;
    }

    private int position(@Nullable Integer id) {
        int position = id == null ? -1 : Arrays.binarySearch(targetTasks, id);
        if (position < 0) {
            throw refused("task " + id + "; the subscriber's tasks are " + Arrays.toString(targetTasks));
        }
        return position;
    }

    private IllegalArgumentException refused(String answer) {
        return new IllegalArgumentException(
                "Grouping " + grouping.getClass().getName() + " of " + context.source() + " chose " + answer);
    }

    /** A new one for each call: the author's code may keep it. */
    private static final class ValuesView extends AbstractList<Object> implements RandomAccess {
        private final Object[] values;

        ValuesView(Object[] values) {
            this.values = values;
        }

        @Override
        public Object get(int index) {
            return values[index];
        }

        @Override
        public int size() {
            return values.length;
        }
    }
}
