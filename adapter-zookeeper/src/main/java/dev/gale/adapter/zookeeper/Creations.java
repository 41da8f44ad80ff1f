package dev.gale.adapter.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often nodes were created, in nodes of their own beside those of the keys.
 *
 * <p>ZooKeeper checks a node's own counter, which a node that was deleted and created again begins anew; so a check alone
 * could take the new node for the old. Whoever creates a node also counts it here, in the same transaction, and whoever
 * relies on what it saw of a node checks here that none was created since: neither the node in another life, nor one where
 * there was none. There are several counters, by a hash of the path, so that clients who create nodes seldom disturb
 * those who check others.
 *
 * <p>Only clients of the same credentials can write the same nodes, so each credentials have counters of their own.
 */
final class Creations {
    private static final int COUNTERS = 32;

    private final String directory;

    // On the store's thread alone.
    private @Nullable Handle handle;
    private CompletableFuture<Void> ready = new CompletableFuture<>();

    Creations(Optional<Credentials> credentials) {
        this.directory = "/" + Paths.CREATIONS
                + credentials.map(it -> "-" + it.nodeName()).orElse("");
    }

    /** The node that counts the creations at {@code path}. */
    String counter(String path) {
        return counter(Math.floorMod(path.hashCode(), COUNTERS));
    }

    List<String> counters() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < COUNTERS; i++) {
            all.add(counter(i));
        }
        return all;
    }

    /** Completes when all counters exist. */
    CompletableFuture<Void> ensure(Handle asked) {
        if (handle != asked || ready.isCompletedExceptionally()) {
            handle = asked;
            ready = asked.children(directory)
                    .thenCompose(names -> names.size() == COUNTERS
                            ? CompletableFuture.<Void>completedFuture(null)
                            : createAll(asked));
        }
        return ready;
    }

    /** When a plan failed since a counter is not there: somebody has deleted it. */
    void forgetIfGone(Throwable failure) {
        if (Failures.cause(failure) instanceof KeeperException it
                && it.code() == Code.NONODE
                && it.getPath() != null
                && it.getPath().startsWith(directory)) {
            handle = null;
        }
    }

    private CompletableFuture<Void> createAll(Handle asked) {
        List<CompletableFuture<Void>> created = new ArrayList<>();
        created.add(unlessThere(asked.create(directory)));
        counters().forEach(counter -> created.add(unlessThere(asked.create(counter))));
        return CompletableFuture.allOf(created.toArray(CompletableFuture[]::new));
    }

    private static CompletableFuture<Void> unlessThere(CompletableFuture<Void> created) {
        return created.handle((nothing, failure) ->
                        failure == null || failure instanceof KeeperException it && it.code() == Code.NODEEXISTS
                                ? CompletableFuture.<Void>completedFuture(null)
                                : CompletableFuture.<Void>failedFuture(failure))
                .thenCompose(it -> it);
    }

    private String counter(int number) {
        return directory + "/" + number;
    }
}
