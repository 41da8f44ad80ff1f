package dev.gale.adapter.zookeeper;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * What a client saw of the tree before it planned a transaction. Each node was seen after its counter of creations.
 *
 * @param nodes those that exist, of those that were looked at
 * @param counters the values of counters of creations, by their paths
 * @param wholes what was looked at with all that is below
 */
record Picture(NavigableMap<String, Node> nodes, Map<String, Integer> counters, Set<String> wholes) {
    Optional<Node> node(String path) {
        return Optional.ofNullable(nodes.get(path));
    }

    /** The paths of all nodes below one of the {@link #wholes}. */
    Collection<String> below(String path) {
        return nodes.subMap(path + "/", false, path + (char) ('/' + 1), false).keySet();
    }

    /**
     * Looks at nodes.
     *
     * @param counted those that a plan relies on
     * @param others those that only have to be there
     * @param wholes those to look at with all that is below
     */
    static CompletableFuture<Picture> take(
            Handle handle, Creations creations, Set<String> counted, Set<String> others, Set<String> wholes) {
        Taking taking = new Taking(handle, new Picture(new TreeMap<>(), new TreeMap<>(), Set.copyOf(wholes)));
        return creations.ensure(handle).thenCompose(ready -> {
            List<CompletableFuture<?>> answers = new ArrayList<>();
            Set<String> counters = new TreeSet<>(wholes.isEmpty() ? Set.of() : creations.counters());
            counted.forEach(path -> counters.add(creations.counter(path)));
            counters.forEach(counter -> answers.add(taking.counter(counter)));
            Set<String> paths = new TreeSet<>(counted);
            paths.addAll(others);
            paths.forEach(path -> answers.add(taking.node(path)));
            wholes.forEach(path -> answers.add(taking.below(path)));
            return all(answers).thenApply(nothing -> taking.picture());
        });
    }

    private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> answers) {
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    }

    /** A picture that is not complete yet. */
    private record Taking(Handle handle, Picture picture) {
        CompletableFuture<?> counter(String path) {
            return handle.node(path)
                    .thenAccept(
                            found -> found.ifPresent(it -> picture.counters().put(path, it.counter())));
        }

        CompletableFuture<?> node(String path) {
            return handle.node(path)
                    .thenAccept(found -> found.ifPresent(it -> picture.nodes().put(path, it)));
        }

        CompletableFuture<?> below(String path) {
            return handle.children(path)
                    .thenCompose(names -> all(names.stream()
                            .map(name -> Paths.child(path, name))
                            .map(child -> CompletableFuture.allOf(node(child), below(child)))
                            .toList()));
        }
    }
}
