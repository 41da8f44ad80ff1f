package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Commit;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
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
        writer = clients.open(server.endpoint(), "60s");
        reader = clients.open(access.connect(), "60s");
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
            writes.add(put(KEY, String.valueOf(i)));
            if (i % 50 == 0) {
                turns.release();
                writes.forEach(clients.patience::await);
            }
        }
        turns.release(1_000);
        seen.awaitPicture(Map.of(KEY, "1000"));

        assertThat(seen.puts()).isLessThan(1_000);
    }

    /** O-77: a stream that ends goes on behind the last revision that it told, and nothing was missed. */
    @Test
    void aStreamThatIsCutGoesOnWithoutAGap() {
        Seen seen = clients.watch(reader, Key.of("/assignments"));
        Map<Key, String> expected = new TreeMap<>();
        for (int round = 0; round < 5; round++) {
            access.refuse();
            access.admit();
            for (int i = 0; i < 20; i++) {
                Key key = Key.of("/assignments/orders-" + round + "-" + i);
                clients.put(writer, key, "a");
                expected.put(key, "a");
            }
            seen.awaitPicture(expected);
        }
        assertThat(seen.puts()).isEqualTo(expected.size());
    }

    /** O-78. */
    @Test
    void aKeyThatWasCreatedAgainDuringADisconnectIsNoticedAtEqualCounters() {
        clients.put(writer, KEY, "old content");
        Seen seen = clients.watch(reader, Key.of("/assignments"));
        Seen session = clients.listen(reader);
        try (RawClient raw = RawClient.connect(server.endpoint())) {
            long before = raw.state(KEY.path()).getKvs(0).getVersion();
            access.refuse();
            session.awaitEvent("suspended");
            clients.delete(writer, KEY);
            clients.put(writer, KEY, "new content");
            assertThat(raw.state(KEY.path()).getKvs(0).getVersion())
                    .as("the key's own counter")
                    .isEqualTo(before);
        }
        access.admit();

        seen.awaitSynced(2);
        seen.awaitPicture(Map.of(KEY, "new content"));
    }

    /** O-79. */
    @Test
    void aWatcherThatWasCutOffDuringACompactionIsToldTheDifferenceAndGoesOn() {
        Key gone = Key.of("/assignments/gone");
        clients.put(writer, KEY, "old");
        clients.put(writer, gone, "old");
        Seen seen = clients.watch(reader, Key.of("/assignments"));
        Seen session = clients.listen(reader);
        access.refuse();
        session.awaitEvent("suspended");
        List<CompletionStage<?>> writes = new ArrayList<>();
        for (int i = 1; i <= 1_000; i++) {
            writes.add(put(KEY, String.valueOf(i)));
        }
        writes.forEach(clients.patience::await);
        clients.delete(writer, gone);
        try (RawClient raw = RawClient.connect(server.endpoint())) {
            raw.compact();
        }
        access.admit();

        seen.awaitSynced(2);
        seen.awaitPicture(Map.of(KEY, "1000"));
        clients.put(writer, KEY, "after");
        seen.awaitPicture(Map.of(KEY, "after"));
    }

    /** O-79: as when the server restarts and compacts before the stream is back, while the session did not notice. */
    @Test
    void aStreamFromACompactedRevisionReadsEverythingAgain() {
        Seen seen = clients.watch(reader, Key.of("/assignments"));
        try (RawClient raw = RawClient.connect(server.endpoint())) {
            for (int round = 1; round <= 3; round++) {
                access.refuse();
                clients.put(writer, KEY, "round " + round);
                clients.put(writer, Key.of("/elsewhere"), "round " + round);
                raw.compact();
                access.admit();
                seen.awaitPicture(Map.of(KEY, "round " + round));
            }
        }
    }

    @Test
    void theStreamThatASynchronizationOpensTellsWhatFollows() throws Exception {
        Seen seen = clients.watch(reader, KEY);
        clients.put(writer, KEY, "after");
        seen.awaitPicture(Map.of(KEY, "after"));

        assertThat(server.openedStreams()).isEqualTo(1);
    }

    /** The changes come by the stream between the first page of a look and its last: they are not of another history. */
    @Test
    void changesDuringASecondLookNeitherCutTheStreamNorComeTwice() throws Exception {
        Key trigger = Key.of("/pages/trigger");
        Key first = Key.of("/pages/0-first");
        List<Key> next = IntStream.range(0, 10)
                .mapToObj(i -> Key.of("/pages/1-next-" + i))
                .toList();
        Map<Key, String> expected = new TreeMap<>();
        Commit.Builder commit = clients.request();
        for (int i = 0; i < 98; i++) {
            Key key = Key.of("/pages/2-" + i);
            expected.put(key, "a");
            commit.put(key, Bytes.utf8("a"));
        }
        clients.accepted(writer, commit);
        for (int i = 0; i < 30; i++) {
            expected.put(Key.of("/pages/3-" + i), "a");
            clients.put(writer, Key.of("/pages/3-" + i), "a");
        }
        AtomicReference<EtcdWatch> watch = new AtomicReference<>();
        AtomicBoolean told = new AtomicBoolean();
        AtomicBoolean overtaking = new AtomicBoolean();
        Seen seen = new Seen();
        seen.onPut(() -> {
            if (seen.has(trigger) && told.compareAndSet(false, true)) {
                // On the store's thread, as when the session is resumed.
                clients.put(writer, first, "a");
                watch.get().synchronize();
            } else if (seen.has(first) && overtaking.compareAndSet(false, true)) {
                next.forEach(key -> clients.put(writer, key, "a"));
            }
        });
        watch.set((EtcdWatch) reader.watch(Key.of("/pages"), seen));
        seen.awaitSynced(1);
        clients.put(writer, trigger, "a");
        expected.putAll(Map.of(trigger, "a", first, "a"));
        next.forEach(key -> expected.put(key, "a"));
        seen.awaitSynced(2);
        seen.awaitPicture(expected);

        assertThat(seen.puts()).isEqualTo(expected.size());
        assertThat(server.openedStreams()).isEqualTo(1);
    }

    @Test
    void aRestartedServerTellsWhatChangesAfterwards() throws Exception {
        clients.put(writer, KEY, "before");
        Seen seen = clients.watch(reader, KEY);
        Seen session = clients.listen(reader);
        server.stop();
        session.awaitEvent("suspended");
        server.restart();
        session.awaitEvent("resumed");
        clients.put(writer, KEY, "after");

        seen.awaitPicture(Map.of(KEY, "after"));
    }

    @Test
    void manyKeysAreAllTold() {
        Seen seen = clients.watch(reader, Key.of("/tasks"));
        List<CompletionStage<?>> writes = new ArrayList<>();
        Map<Key, String> expected = new TreeMap<>();
        for (int part = 0; part < 40; part++) {
            Commit.Builder commit = clients.request();
            for (int i = 0; i < 50; i++) {
                Key key = Key.of("/tasks/orders-1/" + part + "-" + i);
                expected.put(key, "task " + i);
                commit.put(key, Bytes.utf8("task " + i));
            }
            writes.add(writer.commit(commit.build()));
        }
        writes.forEach(clients.patience::await);
        seen.awaitPicture(expected);

        clients.watch(reader, Key.of("/tasks")).awaitPicture(expected);
        assertThat(clients.patience.await(reader.children(Key.of("/tasks/orders-1"))))
                .hasSize(2_000);
    }

    /** More than one page of names, most of them deeper. */
    @Test
    void childrenAreNamesOfOneLevelHoweverManyAreBelow() {
        for (int part = 0; part < 12; part++) {
            Commit.Builder commit = clients.request();
            for (int i = 0; i < 99; i++) {
                commit.put(Key.of("/p/a/deep/" + part + "/" + i), Bytes.empty());
            }
            clients.accepted(writer, commit);
        }
        clients.accepted(
                writer,
                clients.request()
                        .put(Key.of("/p/a"), Bytes.empty())
                        .put(Key.of("/p/a-b/x"), Bytes.empty())
                        .put(Key.of("/p/a0"), Bytes.empty())
                        .put(Key.of("/p/z/y/x"), Bytes.empty()));

        assertThat(clients.patience.await(reader.children(Key.of("/p")))).containsExactly("a", "a-b", "a0", "z");
    }

    /** Twenty large values are many times what one message of etcd may carry. */
    @Test
    void largeChangesAfterACutAreAllTold() {
        Seen seen = clients.watch(reader, Key.of("/large"));
        Seen session = clients.listen(reader);
        access.refuse();
        session.awaitEvent("suspended");
        Map<Key, String> expected = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            Key key = Key.of("/large/" + i);
            String value = String.valueOf(i).repeat(400_000 / String.valueOf(i).length());
            clients.put(writer, key, value);
            expected.put(key, value);
        }
        access.admit();

        seen.awaitPicture(expected);
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
    }

    @Test
    void whatOthersWroteIsReportedAndTheRestIsTold() {
        try (RawClient raw = RawClient.connect(server.endpoint())) {
            raw.put(KEY.path() + "/foreign", "not ours");
            raw.put("/assignments//no key", "not ours");
        }
        clients.put(writer, KEY, "ours");
        Seen seen = clients.watch(reader, KEY);

        seen.awaitPicture(Map.of(KEY, "ours"));
        assertThat(clients.takeErrors()).singleElement().asString().contains(KEY.path() + "/foreign holds");
    }

    private CompletionStage<?> put(Key key, String value) {
        return writer.commit(clients.request().put(key, Bytes.utf8(value)).build());
    }
}
