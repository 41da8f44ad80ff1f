package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.PluginContext;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.zookeeper.Op;

/**
 * Removes nodes that are no keys and that nothing is below any more. Whoever deletes a key, or sees in a watch that one
 * is gone, looks at its parents after a while: not at once, since a key is often created again, and not all clients at
 * the same moment. All of it is best effort: a failure leaves an empty node, which is only listed for longer.
 */
final class EmptyParents {
    private static final long LEAST_MILLIS = 3_000;
    private static final long MOST_MILLIS = 6_000;

    private final StoreThread thread;
    private final Supplier<Optional<Handle>> handle;
    private final Creations creations;
    private final RandomGenerator random;

    // On the store's thread alone.
    private Set<String> suspects = new LinkedHashSet<>();

    EmptyParents(StoreThread thread, Supplier<Optional<Handle>> handle, Creations creations, PluginContext context) {
        this.thread = thread;
        this.handle = handle;
        this.creations = creations;
        this.random = context.random();
    }

    /** The key at {@code path} was deleted: its parent may be left over. */
    void above(String path) {
        Paths.parent(path).ifPresent(this::suspect);
    }

    private void suspect(String parent) {
        if (suspects.isEmpty()) {
            thread.after(Duration.ofMillis(random.nextLong(LEAST_MILLIS, MOST_MILLIS)), this::look);
        }
        suspects.add(parent);
    }

    private void look() {
        Set<String> parents = suspects;
        suspects = new LinkedHashSet<>();
        handle.get().ifPresent(session -> parents.forEach(path -> remove(session, path)));
    }

    /** Removes the node if it is left over, and then those above. One that is gone was removed by who does the same. */
    private void remove(Handle session, String path) {
        Picture.take(session, creations, Set.of(path), Set.of(), Set.of())
                .thenCompose(picture -> picture.node(path)
                        .filter(Node::isLeftOver)
                        .map(node -> session.multi(List.of(
                                        Op.check(creations.counter(path), counted(picture, path)),
                                        Op.delete(path, node.counter())))
                                .thenRun(() -> Paths.parent(path).ifPresent(parent -> remove(session, parent))))
                        .orElseGet(() -> CompletableFuture.completedFuture(null)))
                .exceptionally(failure -> null);
    }

    private int counted(Picture picture, String path) {
        return picture.counters().getOrDefault(creations.counter(path), 0);
    }
}
