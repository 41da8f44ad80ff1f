package dev.gale.distribution.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** What is in a cluster's store, read by ZooKeeper's own client. */
final class PlainStore implements AutoCloseable {
    private static final int SESSION_MILLIS = 10_000;

    private final ZooKeeper client;

    PlainStore(ProcessCluster cluster) throws IOException {
        client = new ZooKeeper(cluster.store().addresses().get(0), SESSION_MILLIS, event -> {});
    }

    List<String> children(String path) throws KeeperException, InterruptedException {
        return client.getChildren(path, false).stream().sorted().toList();
    }

    /** The record at a path as text; the adapter's envelope is part of it. */
    String text(String path) throws KeeperException, InterruptedException {
        return new String(client.getData(path, false, null), StandardCharsets.UTF_8);
    }

    /** Every path below {@code /gale}. */
    Set<String> tree() throws KeeperException, InterruptedException {
        Set<String> found = new TreeSet<>();
        List<String> open = new ArrayList<>(List.of("/gale"));
        while (!open.isEmpty()) {
            String path = open.remove(open.size() - 1);
            try {
                for (String child : children(path)) {
                    found.add(path + "/" + child);
                    open.add(path + "/" + child);
                }
            } catch (KeeperException.NoNodeException e) {
                // It went meanwhile.
                found.remove(path);
            }
        }
        return found;
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
