package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.plugin.Bytes;
import dev.gale.tck.metadata.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class WatchIT {
    private static final Key KEY = Key.of("/assignments/orders-1");

    private final Clients clients = new Clients();

    @TempDir
    private Path data;

    private TestServer server;
    private Access access;
    private MetadataStore writer;
    private MetadataStore reader;

    @BeforeEach
    void openClients() throws Exception {
        server = TestServer.started(data);
        access = Access.to(server::port);
        writer = clients.open("127.0.0.1:" + server.port(), "20s");
        reader = clients.open(access.connect(), "20s");
    }

    @AfterEach
    void close() {
        clients.close();
        access.close();
        server.close();
    }

    /** O-77. The watcher holds the store's thread for as long as most changes take. */
    @Test
    void aSlowWatcherEndsAtTheLastOfAThousandChanges() {
        Semaphore turns = new Semaphore(0);
        Seen seen = new Seen().onPut(turns::acquireUninterruptibly);
        reader.watch(KEY, seen);
        List<CompletionStage<?>> writes = new ArrayList<>();
        for (int i = 1; i <= 1_000; i++) {
            writes.add(writer.commit(
                    clients.request().put(KEY, Bytes.utf8(String.valueOf(i))).build()));
            if (i % 50 == 0) {
                turns.release();
                writes.forEach(clients.patience::await);
            }
        }
        turns.release(1_000);
        seen.awaitPicture(Map.of(KEY, "1000"));

        assertThat(seen.puts()).isLessThan(1_000);
    }

    /** O-78. */
    @Test
    void aKeyThatWasCreatedAgainDuringADisconnectIsNoticedAtEqualCounters() throws Exception {
        clients.put(writer, KEY, "old content");
        Seen seen = clients.watch(reader, Key.of("/assignments"));
        Seen session = clients.listen(reader);
        try (RawClient raw = RawClient.connect("127.0.0.1:" + server.port())) {
            int before = raw.zookeeper().exists(KEY.path(), false).getVersion();
            access.refuse();
            session.awaitEvent("suspended");
            clients.delete(writer, KEY);
            clients.put(writer, KEY, "new content");
            int after = raw.zookeeper().exists(KEY.path(), false).getVersion();
            assertThat(after).as("the node's own counter").isEqualTo(before);
        }
        access.admit();

        seen.awaitSynced(2);
        seen.awaitPicture(Map.of(KEY, "new content"));
    }

    @Test
    void manyKeysAreAllTold() {
        Seen seen = clients.watch(reader, Key.of("/tasks"));
        List<CompletionStage<?>> writes = new ArrayList<>();
        Map<Key, String> expected = new TreeMap<>();
        for (int i = 0; i < 2_000; i++) {
            Key key = Key.of("/tasks/orders-1/" + i);
            expected.put(key, "task " + i);
            writes.add(writer.commit(
                    clients.request().put(key, Bytes.utf8("task " + i)).build()));
        }
        writes.forEach(clients.patience::await);
        seen.awaitPicture(expected);

        clients.watch(reader, Key.of("/tasks")).awaitPicture(expected);
        assertThat(clients.patience.await(reader.children(Key.of("/tasks/orders-1"))))
                .hasSize(2_000);
    }

    @Test
    void aWatchOverAnotherEndsAlone() {
        Seen first = clients.watch(reader, KEY);
        Seen second = new Seen();
        Registration registration = reader.watch(KEY, second);
        Seen above = clients.watch(reader, Key.ROOT);
        second.awaitSynced(1);
        registration.close();
        clients.put(writer, KEY, "a");

        first.awaitPicture(Map.of(KEY, "a"));
        above.awaitPicture(Map.of(KEY, "a"));
        assertThat(second.puts()).isZero();
        Seen third = clients.watch(reader, KEY);
        third.awaitPicture(Map.of(KEY, "a"));
        clients.put(writer, KEY, "b");
        third.awaitPicture(Map.of(KEY, "b"));
    }

    @Test
    void parentsThatAreLeftOverAreRemovedAfterAWhile() {
        Seen seen = clients.watch(reader, Key.of("/a"));
        clients.putForSession(writer, Key.of("/a/b/c/d"), "deep");
        seen.awaitPicture(Map.of(Key.of("/a/b/c/d"), "deep"));
        writer.close();
        seen.awaitPicture(Map.of());

        Seen gone = clients.listen(reader);
        while (!clients.patience.await(reader.children(Key.ROOT)).isEmpty()) {
            assertThat(gone.events()).isEmpty();
        }
    }
}
