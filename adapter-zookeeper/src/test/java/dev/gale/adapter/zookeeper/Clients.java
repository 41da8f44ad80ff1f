package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The clients of one test, and what is done with them again and again. */
final class Clients implements AutoCloseable {
    final Patience patience = Patience.fromSystemProperty();
    final TckContext context = new TckContext();
    private final List<MetadataStore> opened = new ArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();

    MetadataStore open(String connect, String sessionTimeout) {
        return open(Map.of("connect", connect, "session-timeout", sessionTimeout));
    }

    MetadataStore open(Map<String, ?> settings) {
        MetadataStore store = new ZookeeperMetadataStoreFactory()
                .open(ConfigSection.of("zookeeper", new HashMap<>(settings)), context);
        opened.add(store);
        return store;
    }

    Commit.Builder request() {
        return Commit.builder("request-" + requests.incrementAndGet());
    }

    CommitResult commit(MetadataStore client, Commit.Builder commit) {
        return patience.await(client.commit(commit.build()));
    }

    Version put(MetadataStore client, Key key, String text) {
        return accepted(client, request().put(key, Bytes.utf8(text))).version(key);
    }

    Version putForSession(MetadataStore client, Key key, String text) {
        return accepted(client, request().putForSession(key, Bytes.utf8(text))).version(key);
    }

    void delete(MetadataStore client, Key key) {
        accepted(client, request().delete(key));
    }

    Accepted accepted(MetadataStore client, Commit.Builder commit) {
        CommitResult result = commit(client, commit);
        assertThat(result).isInstanceOf(Accepted.class);
        return (Accepted) result;
    }

    Optional<Versioned> read(MetadataStore client, Key key) {
        return patience.await(client.read(key));
    }

    Optional<String> text(MetadataStore client, Key key) {
        return read(client, key).map(state -> state.value().utf8());
    }

    /** A watcher that is in step. */
    Seen watch(MetadataStore client, Key prefix) {
        Seen seen = new Seen();
        client.watch(prefix, seen);
        seen.awaitSynced(1);
        return seen;
    }

    Seen listen(MetadataStore client) {
        Seen seen = new Seen();
        client.session().listen(seen);
        return seen;
    }

    @Override
    public void close() {
        opened.forEach(MetadataStore::close);
        assertThat(context.liveThreads()).as("threads after close").isEmpty();
        assertThat(context.errors()).as("errors that nobody waited for").isEmpty();
    }
}
