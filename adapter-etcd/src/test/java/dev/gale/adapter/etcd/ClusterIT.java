package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.metadata.Seen;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ClusterIT {
    private static final Key KEY = Key.of("/supervisors/host-a");
    private static final Key OTHER = Key.of("/supervisors/host-b");

    private final Clients clients = new Clients();

    @TempDir
    private Path data;

    private TestCluster cluster;

    @BeforeEach
    void startCluster() throws Exception {
        cluster = TestCluster.started(data);
    }

    @AfterEach
    void stopCluster() {
        clients.close();
        cluster.close();
    }

    @Test
    void withTheLeaderGoneTwoGoOnAndOneDoesNotUntilTheOthersAreBack() throws Exception {
        MetadataStore store = clients.open(
                Map.of("endpoints", cluster.endpoints(), "session-timeout", "90s", "connect-timeout", "3s"));
        Seen session = clients.listen(store);
        Seen watcher = clients.watch(store, Key.of("/supervisors"));
        String id = store.session().id();
        clients.putForSession(store, KEY, "mine");

        int leader = cluster.leader();
        cluster.member(leader).stop();
        putUntilAccepted(store, OTHER, "by two of three");
        watcher.awaitPicture(Map.of(KEY, "mine", OTHER, "by two of three"));

        int second = (leader + 1) % 3;
        cluster.member(second).stop();
        session.awaitSuspended();
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.put(store, OTHER, "by one of three"))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.read(store, OTHER))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));

        cluster.member(second).start();
        cluster.member(leader).start();
        putUntilAccepted(store, OTHER, "by all");
        watcher.awaitPicture(Map.of(KEY, "mine", OTHER, "by all"));
        assertThat(store.session().id()).isEqualTo(id);
        assertThat(session.events()).doesNotContain("ended");
        assertThat(clients.text(store, KEY)).contains("mine");
    }

    /** Whichever member the client is with, it is the first that goes. */
    @Test
    void aClientGoesOnWithAnotherMemberAndItsWatchMissesNothing() throws Exception {
        MetadataStore writer = clients.open(endpoints(2), "90s");
        MetadataStore reader = clients.open(endpoints(0, 1), "90s");
        Seen watcher = clients.watch(reader, KEY);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 50; i++) {
                if (i == 10) {
                    cluster.member(round).stop();
                }
                putUntilAccepted(writer, KEY, round + "-" + i);
            }
            watcher.awaitPicture(Map.of(KEY, round + "-49"));
            cluster.member(round).restart();
        }
    }

    /** A member that is stopped still takes connections, and answers nothing. */
    @Test
    void aMemberThatAnswersNothingIsLeftForAnother() throws Exception {
        MetadataStore store = clients.open(endpoints(0, 1, 2), "12s");
        Seen session = clients.listen(store);
        clients.putForSession(store, KEY, "mine");
        cluster.member(0).signal("STOP");
        session.awaitEvent("resumed");
        putUntilAccepted(store, OTHER, "by another");

        assertThat(session.events()).doesNotContain("ended");
        assertThat(clients.text(store, KEY)).contains("mine");
        cluster.member(0).signal("CONT");
    }

    /** The other member may not have heard yet of a commit that was accepted; it must not be the one who refuses. */
    @Test
    void whatOneMemberAcceptedIsNotRefusedByAnother() {
        List<MetadataStore> stores = IntStream.range(0, 3)
                .mapToObj(i -> clients.open(endpoints(i), "60s"))
                .toList();
        Version last = clients.put(stores.get(0), KEY, "0");
        for (int i = 1; i <= 200; i++) {
            Commit.Builder next = clients.request().checkUnchanged(KEY, last).put(KEY, Bytes.utf8(String.valueOf(i)));
            last = clients.accepted(stores.get(i % stores.size()), next).version(KEY);
            assertThat(clients.text(stores.get((i + 1) % stores.size()), KEY)).contains(String.valueOf(i));
        }
    }

    /** As every writer has to do that got no answer: the same wish under the same request id. */
    private void putUntilAccepted(MetadataStore store, Key key, String text) {
        Commit commit = clients.request().put(key, Bytes.utf8(text)).build();
        long begin = System.nanoTime();
        while (true) {
            try {
                assertThat(clients.patience.await(store.commit(commit)).accepted())
                        .isTrue();
                return;
            } catch (EngineException e) {
                assertThat(e.category()).isEqualTo(Category.UNAVAILABLE);
                assertThat(System.nanoTime() - begin)
                        .isLessThan(clients.patience.longest().toNanos());
            }
        }
    }

    private String endpoints(int... members) {
        return String.join(
                ",",
                IntStream.of(members)
                        .mapToObj(i -> cluster.member(i).endpoint())
                        .toList());
    }
}
