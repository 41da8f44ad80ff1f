package dev.gale.adapter.zookeeper;

import dev.gale.tck.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** ZooKeeper's own client, to see and do what the adapter does not show. */
final class RawClient implements AutoCloseable {
    private static final int SESSION_MILLIS = 30_000;

    private final ZooKeeper zookeeper;

    private RawClient(ZooKeeper zookeeper) {
        this.zookeeper = zookeeper;
    }

    static RawClient connect(String servers) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper zookeeper = new ZooKeeper(servers, SESSION_MILLIS, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        return connected(zookeeper, connected);
    }

    /** Ends a session from outside, by taking it over and closing it. */
    static void endSession(String servers, ZooKeeper session) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                servers,
                SESSION_MILLIS,
                event -> {
                    if (event.getState() == KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                session.getSessionId(),
                session.getSessionPasswd());
        connected(twin, connected).close();
    }

    private static RawClient connected(ZooKeeper zookeeper, CountDownLatch connected) throws Exception {
        if (!connected.await(Patience.fromSystemProperty().longest().toMillis(), TimeUnit.MILLISECONDS)) {
            zookeeper.close();
            throw new AssertionError("no connection");
        }
        return new RawClient(zookeeper);
    }

    ZooKeeper zookeeper() {
        return zookeeper;
    }

    /** All paths but the server's own. */
    List<String> paths() throws Exception {
        List<String> paths = new ArrayList<>();
        collect("/", paths);
        return paths;
    }

    private void collect(String path, List<String> paths) throws Exception {
        for (String name : names(path)) {
            String child = Paths.child(path, name);
            if (!child.equals("/zookeeper")) {
                paths.add(child);
                collect(child, paths);
            }
        }
    }

    private List<String> names(String path) throws Exception {
        try {
            return zookeeper.getChildren(path, false);
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    /** Deletes all keys; other clients may be doing the same, and sessions end. */
    void wipe() throws Exception {
        List<String> paths = paths();
        for (int i = paths.size() - 1; i >= 0; i--) {
            try {
                if (!paths.get(i).startsWith("/" + Paths.CREATIONS)) {
                    zookeeper.delete(paths.get(i), -1);
                }
            } catch (KeeperException.NoNodeException e) {
                // Somebody was faster.
            }
        }
    }

    @Override
    public void close() {
        try {
            zookeeper.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
