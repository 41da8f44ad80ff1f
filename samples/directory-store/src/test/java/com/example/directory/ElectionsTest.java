package com.example.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ElectionsTest {
    private final Patience patience = Patience.fromSystemProperty();

    @TempDir
    private Path directory;

    private record Winner(CompletableFuture<Leadership> won) implements Candidate {
        @Override
        public void elected(Leadership leadership) {
            won.complete(leadership);
        }

        @Override
        public void deposed(String reason) {
            // Not waited for.
        }
    }

    @Test
    void aClosedElectionIsForgotten() {
        TckContext context = new TckContext();
        try (MetadataStore store = new DirectoryStoreFactory()
                .open(ConfigSection.of("directory", Map.of("path", directory.toString())), context)) {
            WeakReference<Candidate> closed = closed(store);
            long startNanos = System.nanoTime();
            while (closed.get() != null) {
                patience.requireSince(startNanos, "nobody refers to the candidate of a closed election");
                System.gc();
            }
        }
        assertThat(context.errors()).isEmpty();
    }

    private WeakReference<Candidate> closed(MetadataStore store) {
        Winner winner = new Winner(new CompletableFuture<>());
        Election wanted = new Election(Key.of("/leader"), Key.of("/epoch"), Bytes.utf8("one"));
        LeaderElection election = store.elect(wanted, winner);
        assertThat(patience.await(winner.won()).epoch()).isEqualTo(1);
        election.close();
        return new WeakReference<>(winner);
    }
}
