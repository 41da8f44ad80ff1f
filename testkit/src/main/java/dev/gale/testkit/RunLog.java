package dev.gale.testkit;

import dev.gale.api.Component;
import dev.gale.api.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What happened in a run, in order. Errors may come from any thread, all else from the driver's. */
final class RunLog {
    enum End {
        ACKED,
        FAILED,
        TIMED_OUT
    }

    private record Received(String component, int task, Tuple tuple) {}

    private record Root(String component, int task, Object messageId) {}

    private record Ended(Root root, End how) {}

    private final List<Emitted> emits = new ArrayList<>();
    private final List<Received> receipts = new ArrayList<>();
    private final List<Ended> ends = new ArrayList<>();
    private final Map<Root, Integer> pending = new LinkedHashMap<>();
    private final Map<Integer, Component> instances = new TreeMap<>();
    private final List<ComponentError> errors = new ArrayList<>();
    private int errorsRead;

    void emitted(Emitted emit) {
        emits.add(emit);
    }

    void received(String component, int task, Tuple tuple) {
        receipts.add(new Received(component, task, tuple));
    }

    /** To be called before the emit, since that may settle the root at once. */
    void tracked(String component, int task, Object messageId) {
        pending.merge(new Root(component, task, messageId), 1, Integer::sum);
    }

    void notTracked(String component, int task, Object messageId) {
        pending.computeIfPresent(new Root(component, task, messageId), (root, count) -> count == 1 ? null : count - 1);
    }

    void settled(String component, int task, Object messageId, End how) {
        notTracked(component, task, messageId);
        ends.add(new Ended(new Root(component, task, messageId), how));
    }

    void lives(int task, Component instance) {
        instances.put(task, instance);
    }

    /** The instance of a task is gone; what it had pending is forgotten by the engine as well. */
    void ended(int task) {
        instances.remove(task);
        pending.keySet().removeIf(root -> root.task == task);
    }

    synchronized void error(String component, int task, Throwable error) {
        errors.add(new ComponentError(component, task, error));
    }

    List<Emitted> emits(Predicate<Emitted> which) {
        return emits.stream().filter(which).toList();
    }

    /** @param task null for all */
    List<Tuple> received(String component, @Nullable Integer task) {
        return receipts.stream()
                .filter(each -> each.component.equals(component) && (task == null || each.task == task))
                .map(Received::tuple)
                .toList();
    }

    /** @param component null for all */
    List<Object> ended(@Nullable String component, Predicate<End> how) {
        return ends.stream()
                .filter(each -> how.test(each.how) && (component == null || each.root.component.equals(component)))
                .map(each -> each.root.messageId)
                .toList();
    }

    /** @param component null for all */
    List<Object> pending(@Nullable String component) {
        List<Object> ids = new ArrayList<>();
        pending.forEach((root, count) -> {
            if (component == null || root.component.equals(component)) {
                ids.addAll(Collections.nCopies(count, root.messageId));
            }
        });
        return List.copyOf(ids);
    }

    /** Null while a task that failed waits for its next instance. */
    @Nullable
    Component instance(int task) {
        return instances.get(task);
    }

    synchronized List<ComponentError> readErrors() {
        errorsRead = errors.size();
        return List.copyOf(errors);
    }

    synchronized List<ComponentError> unreadErrors() {
        return List.copyOf(errors.subList(errorsRead, errors.size()));
    }

    /** Forgets what has ended; instances, what is pending and errors that nobody has read stay. */
    synchronized void clear() {
        emits.clear();
        receipts.clear();
        ends.clear();
        errors.subList(0, errorsRead).clear();
        errorsRead = 0;
    }
}
