package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a topology has in the store and on disks, as other programs see it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class StoreTreeIT {
    private static final int SESSION_MILLIS = 10_000;
    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int TASKS = 16;

    @TempDir
    Path directory;

    @Test
    void theStoreShowsARunningTopologyAndNothingIsLeftOfAKilledOne() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            ZooKeeper store = new ZooKeeper(cluster.store(), SESSION_MILLIS, event -> {});
            try {
                check(cluster, store);
            } finally {
                store.close();
            }
        }
    }

    private static void check(ProcessCluster cluster, ZooKeeper store) throws Exception {
        SelfCheckRun.start(cluster, 40_000, 3);
        String id = cluster.client().id(SelfCheckRun.NAME);

        assertThat(children(store, "/gale/nimbus")).contains("epoch", "leader");
        assertThat(children(store, "/gale/supervisors")).containsExactlyElementsOf(cluster.supervisors());
        assertThat(children(store, "/gale/storms")).containsExactly(id);
        assertThat(children(store, "/gale/tasks/" + id)).hasSize(TASKS);
        assertThat(children(store, "/gale/assignments")).containsExactly(id);
        assertThat(children(store, "/gale/workerbeats/" + id))
                .containsExactlyElementsOf(cluster.assigned(SelfCheckRun.NAME).stream()
                        .map(slot -> slot.replace(':', '-'))
                        .sorted()
                        .toList());
        assertThat(traces(cluster, id)).isNotEmpty();

        cluster.client().post("topologies/" + SelfCheckRun.NAME + "/kill", Map.of("waitMillis", 1_000));
        Await.until(
                "nothing is left in the store",
                GONE_NANOS,
                () -> inStore(store, id).isEmpty());
        Await.until(
                "nothing is left on disks",
                GONE_NANOS,
                () -> traces(cluster, id).isEmpty());
        assertThat(cluster.workers()).isEmpty();
        assertThat(inStore(store, id)).isEmpty();
    }

    private static List<String> children(ZooKeeper store, String path) throws Exception {
        return store.getChildren(path, false).stream().sorted().toList();
    }

    private static List<String> inStore(ZooKeeper store, String id) throws Exception {
        List<String> found = new ArrayList<>();
        for (String kind : List.of("storms", "tasks", "assignments", "workerbeats", "errors")) {
            try {
                if (store.exists("/gale/" + kind + "/" + id, false) != null) {
                    found.add(kind);
                }
            } catch (KeeperException.NoNodeException e) {
                // Nor is anything above it.
            }
        }
        return found;
    }

    /** Files of the topology; logs stay. */
    private static List<Path> traces(ProcessCluster cluster, String id) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : List.of(
                cluster.directory().resolve("nimbus-1/nimbus/stormdist"),
                cluster.directory().resolve("nimbus-1/nimbus/inbox"),
                cluster.directory().resolve("supervisor-1/supervisor/stormdist"),
                cluster.directory().resolve("supervisor-2/supervisor/stormdist"),
                cluster.directory().resolve("supervisor-1/workers"),
                cluster.directory().resolve("supervisor-2/workers"))) {
            try (Stream<Path> entries = Files.list(directory)) {
                entries.filter(entry -> !entry.getParent().endsWith("stormdist")
                                || entry.getFileName().toString().contains(id))
                        .forEach(found::add);
            }
        }
        return found;
    }
}
