package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.tck.ChildJvm;
import dev.gale.tck.metadata.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PausedProcessIT {
    @TempDir
    private Path data;

    @Test
    void aProcessThatWasPausedForTooLongLearnsThatItsSessionEnded() throws Exception {
        try (TestServer server = TestServer.started(data);
                Clients clients = new Clients();
                ChildJvm paused = ChildJvm.start(PausedClient.class.getName(), "127.0.0.1:" + server.port())) {
            MetadataStore store = clients.open("127.0.0.1:" + server.port(), "20s");
            Seen watcher = clients.watch(store, PausedClient.KEY);
            await(clients, paused, "ready");
            String first = clients.text(store, PausedClient.KEY).orElseThrow();
            watcher.awaitPicture(Map.of(PausedClient.KEY, first));
            paused.signal("STOP");
            watcher.awaitPicture(Map.of());
            paused.signal("CONT");
            List<String> told = await(clients, paused, "renewed");

            assertThat(told).contains("ended");
            clients.patience.until(watcher, "the key is back", () -> watcher.puts() >= 2);
            assertThat(clients.text(store, PausedClient.KEY).orElseThrow()).isNotEqualTo(first);
        }
    }

    private static List<String> await(Clients clients, ChildJvm child, String word) {
        List<String> told = new ArrayList<>();
        while (!told.contains(word)) {
            told.add(clients.patience.next(child.lines(), word));
        }
        return told;
    }
}
