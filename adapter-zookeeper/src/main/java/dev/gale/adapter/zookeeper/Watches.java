package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.PluginContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.zookeeper.WatchedEvent;

/**
 * All watches of a store, over one persistent recursive watch at the server for each prefix. ZooKeeper's client renews
 * these by itself when it finds back to its session, but not what happened meanwhile, and not in a new session.
 */
final class Watches {
    private final StoreThread thread;
    private final Supplier<Optional<Handle>> handle;
    private final EmptyParents emptyParents;
    private final Failures failures;
    private final PluginContext context;
    private final List<ZookeeperWatch> watches = new CopyOnWriteArrayList<>();

    /** On the store's thread: which session watches which prefix. */
    private final Map<String, Handle> armed = new HashMap<>();

    Watches(
            StoreThread thread,
            Supplier<Optional<Handle>> handle,
            EmptyParents emptyParents,
            Failures failures,
            PluginContext context) {
        this.thread = thread;
        this.handle = handle;
        this.emptyParents = emptyParents;
        this.failures = failures;
        this.context = context;
    }

    ZookeeperWatch open(Key prefix, Watcher watcher) {
        ZookeeperWatch watch = new ZookeeperWatch(prefix, watcher, this, thread);
        watches.add(watch);
        watch.synchronize();
        return watch;
    }

    /** What to read by; none while there is no session. On the store's thread. */
    Optional<Handle> session() {
        return handle.get();
    }

    /** A key cannot be told, and is left out. */
    void report(Key key, Throwable failure) {
        String what = "watch of " + key;
        context.onError(what, failures.of(what, failure));
    }

    /** A watcher is about to be told so. */
    void onDeleted(Key key) {
        emptyParents.above(Paths.path(key));
    }

    /** After a gap: nobody knows what changed. */
    void synchronizeAll() {
        watches.forEach(ZookeeperWatch::synchronize);
    }

    void closeAll() {
        watches.forEach(ZookeeperWatch::close);
    }

    /** Completes when every later change at or below the path will be told. */
    CompletableFuture<Void> arm(String path, Handle session) {
        if (armed.get(path) == session) {
            return CompletableFuture.completedFuture(null);
        }
        armed.put(path, session);
        CompletableFuture<Void> added = session.addWatch(path, this::onEvent);
        return added.whenComplete((nothing, failure) -> {
            if (failure != null) {
                armed.remove(path, session);
            }
        });
    }

    void remove(ZookeeperWatch watch) {
        watches.remove(watch);
        thread.execute(() -> disarm(watch.path()));
    }

    private void disarm(String path) {
        Handle session = armed.get(path);
        if (session != null && watches.stream().noneMatch(other -> other.path().equals(path))) {
            armed.remove(path);
            // It matters no more whether that succeeds: events that nobody waits for are dropped.
            session.removeWatch(path);
        }
    }

    /** On ZooKeeper's thread. What it says of connections is heard from Curator. */
    private void onEvent(WatchedEvent event) {
        String path = event.getPath();
        if (path != null) {
            Paths.key(path).ifPresent(key -> watches.forEach(watch -> watch.onChanged(key)));
        }
    }
}
