package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a topology has in the store and on disks, as other programs see it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class StoreTreeIT {
    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int TASKS = 16;
    private static final int KEPT_ERRORS = 10;
    private static final int COMPLAINING = 3;
    private static final Set<String> OWN = Set.of("state.json", "state.json.previous", "worker.properties");
    private static final String COMPLAINTS = "complaints";

    @TempDir
    Path directory;

    @Test
    void theStoreShowsRunningTopologiesAndNothingIsLeftOfKilledOnes() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2);
                PlainStore store = new PlainStore(cluster)) {
            Set<String> storeBefore = store.tree();
            Set<String> disksBefore = disks(cluster);
            SelfCheckRun.start(cluster, 40_000, 3);
            cluster.client()
                    .submit(
                            COMPLAINTS,
                            Complaints.topology(COMPLAINING),
                            Map.of("topology.workers", 1),
                            Complaints.jar());
            String id = cluster.client().id(SelfCheckRun.NAME);
            String other = cluster.client().id(COMPLAINTS);
            assertThat(store.children("/gale/nimbus")).contains("epoch", "leader");
            assertThat(store.children("/gale/supervisors")).containsExactlyElementsOf(cluster.supervisors());
            assertThat(store.children("/gale/storms")).containsExactlyInAnyOrder(id, other);
            assertThat(store.children("/gale/tasks/" + id)).hasSize(TASKS);
            assertThat(store.children("/gale/assignments")).contains(id);
            assertThat(store.children("/gale/workerbeats/" + id))
                    .containsExactlyElementsOf(cluster.assigned(SelfCheckRun.NAME).stream()
                            .map(slot -> slot.replace(':', '-'))
                            .sorted()
                            .toList());
            keepsTheNewestErrors(cluster, store, other);
            assertThat(disks(cluster)).anyMatch(file -> file.contains(id)).anyMatch(file -> file.contains(other));

            for (String name : Set.of(SelfCheckRun.NAME, COMPLAINTS)) {
                cluster.client().post("topologies/" + name + "/kill", Map.of("waitMillis", 1_000));
            }
            Await.until(
                    "nothing is left in the store",
                    GONE_NANOS,
                    () -> storeBefore.equals(withoutEmptyKinds(store.tree(), storeBefore)));
            Await.until("nothing is left on disks", GONE_NANOS, () -> {
                assertThat(disks(cluster)).isEqualTo(disksBefore);
                return true;
            });
            assertThat(cluster.workers()).isEmpty();
            assertThat(withoutEmptyKinds(store.tree(), storeBefore)).isEqualTo(storeBefore);
        }
    }

    /** Several executors write at once, and the last one can be read. */
    private static void keepsTheNewestErrors(ProcessCluster cluster, PlainStore store, String id) throws Exception {
        String path = "/gale/errors/" + id + "/" + Complaints.COMPONENT;
        Await.until(
                "errors have been removed for newer ones",
                () -> !store.children(path).isEmpty() && !store.children(path).contains("e1"));
        assertThat(store.children(path)).hasSizeLessThanOrEqualTo(KEPT_ERRORS + COMPLAINING);
        JsonNode errors = cluster.client().get("topologies/" + COMPLAINTS + "/errors");
        assertThat(errors.toString()).contains("is not liked");
    }

    /** The first topology brings each kind's own key, which stays. */
    private static Set<String> withoutEmptyKinds(Set<String> tree, Set<String> before) {
        Set<String> rest = new TreeSet<>(tree);
        rest.removeIf(path -> !before.contains(path)
                && path.lastIndexOf('/') == "/gale".length()
                && tree.stream().noneMatch(other -> other.startsWith(path + "/")));
        return rest;
    }

    /** What nimbus and the supervisors keep; logs stay, and so do a supervisor's own files. */
    private static Set<String> disks(ProcessCluster cluster) throws IOException {
        Set<String> found = new TreeSet<>();
        for (String daemon : Set.of("nimbus-1", "supervisor-1", "supervisor-2")) {
            Path local = cluster.directory().resolve(daemon);
            try (Stream<Path> entries = Files.walk(local)) {
                entries.map(local.getParent()::relativize)
                        .filter(path -> !path.startsWith(daemon + "/logs"))
                        .filter(path -> !OWN.contains(path.getFileName().toString()))
                        .forEach(path -> found.add(path.toString()));
            }
        }
        return found;
    }
}
