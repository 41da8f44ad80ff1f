package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store of three servers loses its leader, then its quorum, and gets it back, while lines flow. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class EnsembleFaultsIT {
    private static final int STORES = 3;
    private static final long WITHOUT_QUORUM_NANOS = TimeUnit.SECONDS.toNanos(8);

    /** For what takes 10 s at most on a machine that does nothing else, the start of a server included. */
    private static final long RETURN_NANOS = TimeUnit.SECONDS.toNanos(40);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"zookeeper-netty", "etcd-netty"})
    void nothingIsStartedAnewWhenTheStoreLosesItsLeaderAndThenItsQuorum(String pair) throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, Backends.of(pair), STORES, 2, 2, Map.of())) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.FEWER_LINES, 3);
            Map<String, Long> before = cluster.pids();
            StoreServers store = cluster.store();
            int leader = store.leader();
            long lost = System.nanoTime();
            cluster.killStore(leader);
            run.expectData();
            Await.until("another server leads", RETURN_NANOS, () -> store.leader() != leader);
            controlWorks(cluster, lost, "with two of three servers");

            List<Integer> left = new ArrayList<>(List.of(0, 1, 2));
            left.remove(Integer.valueOf(leader));
            int second = left.get(0);
            cluster.killStore(second);
            long end = System.nanoTime() + WITHOUT_QUORUM_NANOS;
            while (System.nanoTime() - end < 0) {
                run.expectData();
            }
            long quorum = System.nanoTime();
            cluster.startStore(second);
            controlWorks(cluster, quorum, "with a quorum again");
            cluster.startStore(leader);
            Await.until("all servers listen", () -> store.listen(List.of(0, 1, 2)));
            Await.until("each task runs once", () -> cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(cluster.pids()).isEqualTo(before);
            run.finish();
        }
    }

    /** A nimbus leads and writes, within the time that it is given from a moment on: what is asked of it shows in its answer. */
    private static void controlWorks(ProcessCluster cluster, long since, String when) {
        String topology = "topologies/" + SelfCheckRun.NAME;
        for (String wish : List.of("deactivate", "activate")) {
            String status = wish.equals("activate") ? "ACTIVE" : "INACTIVE";
            Await.until(
                    wish + " is carried out " + when,
                    since + RETURN_NANOS - System.nanoTime(),
                    () -> cluster.client()
                                    .tryPost(topology + "/" + wish, Map.of())
                                    .isGood()
                            && cluster.client().status(SelfCheckRun.NAME).equals(status));
        }
        System.out.printf(
                "control works %s after %d ms; 10,000 are wanted%n",
                when, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
    }
}
