package dev.gale.adapter.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class MemoryMetadataStoreTest {
    private static final Key KEY = Key.of("/a");

    private final Patience patience = Patience.fromSystemProperty();
    private final TckContext context = new TckContext();

    @Test
    void storesOfOneWorldOfOneFactoryShareTheirData() {
        MemoryMetadataStoreFactory factory = new MemoryMetadataStoreFactory();
        MemoryMetadataStoreFactory otherFactory = new MemoryMetadataStoreFactory();
        try (MetadataStore store = factory.open(world("local"), context);
                MetadataStore same = factory.open(world("local"), context);
                MetadataStore otherWorld = factory.open(world("other"), context);
                MetadataStore ownWorld = factory.open(world(""), context);
                MetadataStore elsewhere = otherFactory.open(world("local"), context)) {
            patience.await(store.commit(put()));

            assertThat(patience.await(same.read(KEY))).isPresent();
            assertThat(patience.await(otherWorld.read(KEY))).isEmpty();
            assertThat(patience.await(ownWorld.read(KEY))).isEmpty();
            assertThat(patience.await(elsewhere.read(KEY))).isEmpty();
        }
        assertThat(context.liveThreads()).isEmpty();
    }

    @Test
    void theDataOutlivesItsLastClient() {
        MemoryMetadataStoreFactory factory = new MemoryMetadataStoreFactory();
        try (MetadataStore store = factory.open(world("local"), context)) {
            patience.await(store.commit(put()));
        }
        try (MetadataStore store = factory.open(world("local"), context)) {
            assertThat(patience.await(store.read(KEY))).isPresent();
        }
    }

    @Test
    void aSimulatorRunsTheCallbacksItself() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        try (MemoryMetadataStore store = new MemoryMetadataStoreFactory().open(world(""), context);
                MetadataStore simulated = store.another(new TckContext(), tasks::add)) {
            simulated.commit(put());
            CompletionStage<Optional<Versioned>> read = simulated.read(KEY);
            assertThat(read.toCompletableFuture()).isNotDone();
            run(tasks);
            assertThat(read.toCompletableFuture()).isCompletedWithValueMatching(Optional::isPresent);
            assertThat(patience.await(store.read(KEY))).isPresent();
        }
    }

    @Test
    void aLeaderThatResignsWhileItIsCutOffIsGoneOnceItIsBack() {
        Election election = new Election(KEY, Key.of("/epoch"), Bytes.empty());
        List<Leadership> leaderships = new ArrayList<>();
        Candidate candidate = new Candidate() {
            @Override
            public void elected(Leadership leadership) {
                leaderships.add(leadership);
            }

            @Override
            public void deposed(String reason) {
                throw new AssertionError(reason);
            }
        };
        Queue<Runnable> tasks = new ArrayDeque<>();
        try (MemoryMetadataStore store = new MemoryMetadataStoreFactory().open(world(""), context);
                MemoryMetadataStore simulated = store.another(new TckContext(), tasks::add)) {
            LeaderElection held = simulated.elect(election, candidate);
            run(tasks);
            assertThat(leaderships).hasSize(1);
            simulated.suspend();
            held.close();
            run(tasks);
            assertThat(patience.await(store.read(KEY))).isPresent();
            simulated.resume();
            run(tasks);

            assertThat(patience.await(store.read(KEY))).isEmpty();
        }
    }

    private static void run(Queue<Runnable> tasks) {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private static ConfigSection world(String name) {
        return ConfigSection.of("memory", Map.of("world", name));
    }

    private static Commit put() {
        return Commit.builder("put").put(KEY, Bytes.utf8("a")).build();
    }
}
