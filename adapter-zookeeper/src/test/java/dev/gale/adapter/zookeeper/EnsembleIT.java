package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.plugin.Bytes;
import dev.gale.tck.metadata.Seen;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class EnsembleIT {
    private static final Key KEY = Key.of("/supervisors/host-a");

    @TempDir
    private Path data;

    @Test
    void aClientGoesOnWhenItsServerIsLost() throws Exception {
        try (TestEnsemble ensemble = TestEnsemble.started(data);
                Access access = Access.to(ensemble.clientPorts().stream()
                        .map(port -> (IntSupplier) () -> port)
                        .toArray(IntSupplier[]::new));
                Clients clients = new Clients()) {
            MetadataStore store = clients.open(access.connect(), "20s");
            Seen session = clients.listen(store);
            Seen watcher = clients.watch(store, Key.of("/supervisors"));
            String id = store.session().id();
            clients.putForSession(store, KEY, "mine");
            int lost = access.connected();
            ensemble.stop(lost);
            session.awaitEvent("resumed");

            assertThat(access.connected()).isNotEqualTo(lost);
            assertThat(store.session().id()).isEqualTo(id);
            assertThat(session.events()).doesNotContain("ended");
            watcher.awaitSynced(2);
            assertThat(clients.text(store, KEY)).contains("mine");
            clients.put(store, Key.of("/supervisors/host-b"), "written with two of three");
            watcher.awaitPicture(Map.of(KEY, "mine", Key.of("/supervisors/host-b"), "written with two of three"));
        }
    }

    /** The other server may not have heard yet of a commit that was accepted; it must not be the one who refuses. */
    @Test
    void whatOneServerAcceptedIsNotRefusedByAnother() throws Exception {
        try (TestEnsemble ensemble = TestEnsemble.started(data);
                Clients clients = new Clients()) {
            List<MetadataStore> stores = ensemble.clientPorts().stream()
                    .map(port -> clients.open("127.0.0.1:" + port, "20s"))
                    .toList();
            Version last = clients.put(stores.get(0), KEY, "0");
            for (int i = 1; i <= 1_000; i++) {
                Commit.Builder next =
                        clients.request().checkUnchanged(KEY, last).put(KEY, Bytes.utf8(String.valueOf(i)));
                last = clients.accepted(stores.get(i % stores.size()), next).version(KEY);
            }
        }
    }
}
