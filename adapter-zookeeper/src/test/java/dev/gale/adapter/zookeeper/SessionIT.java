package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.metadata.Seen;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SessionIT {
    private static final Key KEY = Key.of("/supervisors/host-a");

    private final Clients clients = new Clients();

    @TempDir
    private Path data;

    private TestServer server;
    private Access access;

    @BeforeEach
    void startServer() throws Exception {
        server = TestServer.started(data);
        access = Access.to(server::port);
    }

    @AfterEach
    void stopServer() {
        clients.close();
        access.close();
        server.close();
    }

    @Test
    void aSessionThatTheServerEndsIsRenewedAndItsKeysAreGone() {
        MetadataStore store = clients.open(direct(), "20s");
        MetadataStore other = clients.open(direct(), "20s");
        Seen watcher = clients.watch(other, KEY);
        Seen session = clients.listen(store);
        clients.putForSession(store, KEY, "mine");
        watcher.awaitPicture(Map.of(KEY, "mine"));
        server.endSession(Long.parseUnsignedLong(store.session().id().substring(2), 16));
        session.awaitEvent("renewed");
        watcher.awaitPicture(Map.of());

        assertThat(session.events()).containsSubsequence("ended", "renewed").doesNotContain("resumed");
        assertThat(store.session().state()).isEqualTo(Session.State.CONNECTED);
        clients.putForSession(store, KEY, "mine again");
        watcher.awaitPicture(Map.of(KEY, "mine again"));
    }

    @Test
    void aPauseLongerThanTheSessionTimeoutEndsTheSession() {
        MetadataStore store = clients.open(access.connect(), "1s");
        MetadataStore other = clients.open(direct(), "20s");
        Seen watcher = clients.watch(other, KEY);
        Seen session = clients.listen(store);
        clients.putForSession(store, KEY, "mine");
        watcher.awaitPicture(Map.of(KEY, "mine"));
        access.freeze();
        watcher.awaitPicture(Map.of());
        session.awaitEvent("ended");
        assertThat(store.session().state()).isEqualTo(Session.State.ENDED);
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.putForSession(store, KEY, "too early"))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        CompletionStage<Optional<Versioned>> waiting = store.read(KEY);
        access.thaw();
        session.awaitEvent("renewed");

        assertThat(clients.patience.await(waiting)).isEmpty();
        assertThat(clients.text(other, KEY)).isEmpty();
        clients.putForSession(store, KEY, "again");
        watcher.awaitPicture(Map.of(KEY, "again"));
    }

    @Test
    void aServerThatComesBackInTimeFindsSessionsAndTheirKeys() throws Exception {
        MetadataStore store = clients.open(direct(), "30s");
        Seen session = clients.listen(store);
        Seen watcher = clients.watch(store, Key.of("/supervisors"));
        String id = store.session().id();
        clients.putForSession(store, KEY, "mine");
        server.stop();
        session.awaitEvent("suspended");
        server.start();
        session.awaitEvent("resumed");

        assertThat(store.session().id()).isEqualTo(id);
        assertThat(session.events()).doesNotContain("ended");
        watcher.awaitSynced(2);
        watcher.awaitPicture(Map.of(KEY, "mine"));
        assertThat(clients.text(store, KEY)).contains("mine");
        clients.put(store, Key.of("/supervisors/host-b"), "works");
        watcher.awaitPicture(Map.of(KEY, "mine", Key.of("/supervisors/host-b"), "works"));
    }

    /** O-75: the connection is cut again and again, for less than the session lives. */
    @Test
    void cutsShorterThanTheSessionTimeoutEndNoSession() {
        MetadataStore store = clients.open(access.connect(), "30s");
        Seen session = clients.listen(store);
        String id = store.session().id();
        clients.putForSession(store, KEY, "mine");
        for (int time = 1; time <= 5; time++) {
            access.refuse();
            session.awaitEvent("suspended", time);
            access.admit();
            session.awaitEvent("resumed", time);
        }

        assertThat(store.session().id()).isEqualTo(id);
        assertThat(session.events()).doesNotContain("ended", "renewed");
        assertThat(clients.text(store, KEY)).contains("mine");
    }

    @Test
    void whileTheServerIsDownEveryCallFailsAsUnavailable() throws Exception {
        MetadataStore store =
                clients.open(Map.of("connect", direct(), "session-timeout", "2s", "connect-timeout", "1s"));
        Seen session = clients.listen(store);
        server.stop();
        session.awaitEvent("suspended");
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> clients.read(store, KEY))
                    .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        }
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.put(store, KEY, "a"))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        session.awaitEvent("ended");
        server.start();
        session.awaitEvent("renewed");
        clients.put(store, KEY, "a");
    }

    @Test
    void aServerThatAnswersNothingMakesCallsFail() {
        MetadataStore store =
                clients.open(Map.of("connect", access.connect(), "session-timeout", "2s", "connect-timeout", "1s"));
        access.freeze();

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.read(store, KEY))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        access.thaw();
    }

    /** Curator may say that a session was lost only when the next one is there already. */
    @Test
    void whatIsAskedForAtTheEndOfASessionIsNotDoneInTheNext() {
        MetadataStore store = clients.open(direct(), "20s");
        MetadataStore other = clients.open(direct(), "20s");
        List<CompletionStage<CommitResult>> asked = new CopyOnWriteArrayList<>();
        Seen session = clients.listen(store);
        store.session().listen(new SessionListener() {
            @Override
            public void suspended() {
                ask();
            }

            @Override
            public void resumed() {
                // Nothing ends.
            }

            @Override
            public void ended() {
                ask();
            }

            @Override
            public void renewed(String sessionId) {
                // From here on it is for the next session.
            }

            private void ask() {
                asked.add(store.commit(clients.request()
                        .putForSession(KEY, Bytes.utf8("the last session's"))
                        .build()));
            }
        });
        server.endSession(Long.parseUnsignedLong(store.session().id().substring(2), 16));
        session.awaitEvent("renewed");

        assertThat(asked).isNotEmpty();
        asked.forEach(stage -> assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.patience.await(stage))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE)));
        assertThat(clients.text(other, KEY)).isEmpty();
        clients.putForSession(store, KEY, "the next session's");
        assertThat(clients.text(other, KEY)).contains("the next session's");
    }

    @Test
    void withoutASessionACallDoesNotWaitForLongerThanASessionLives() {
        MetadataStore store =
                clients.open(Map.of("connect", access.connect(), "session-timeout", "2s", "connect-timeout", "5m"));
        Seen session = clients.listen(store);
        access.freeze();
        session.awaitEvent("ended");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.read(store, KEY))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        access.thaw();
    }

    /** O-76: a daemon is back before the server has noticed that its last session is over. */
    @Test
    void anEntryOfTheOldSessionIsTakenOverAndDoesNotVanishWithIt() {
        Key other = Key.of("/supervisors/old");
        MetadataStore old = clients.open(access.connect(), "2s");
        clients.putForSession(old, KEY, "old session");
        clients.putForSession(old, other, "tells when the old session is over");
        access.freeze();
        MetadataStore back = clients.open(direct(), "20s");
        Seen watcher = clients.watch(back, other);
        assertThat(clients.text(back, KEY)).contains("old session");
        clients.putForSession(back, KEY, "new session");
        watcher.awaitPicture(Map.of());

        assertThat(clients.text(back, KEY)).contains("new session");
        access.thaw();
    }

    @Test
    void openWaitsForAServerThatComesUpInTime() throws Exception {
        server.stop();
        CompletableFuture<MetadataStore> opening = CompletableFuture.supplyAsync(
                () -> clients.open(Map.of("connect", direct(), "connect-timeout", "30s", "session-timeout", "5s")));
        assertThat(opening).isNotDone();
        server.start();

        MetadataStore store = clients.patience.await(opening);
        assertThat(store.session().state()).isEqualTo(Session.State.CONNECTED);
        clients.put(store, KEY, "works");
    }

    @Test
    void openSaysWhichServersDidNotAnswerAndLeavesNothingBehind() {
        server.stop();

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.open(Map.of("connect", direct(), "connect-timeout", "1s")))
                .withMessageContaining(direct())
                .withMessageContaining("zookeeper.connect")
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        assertThat(clients.context.liveThreads()).isEmpty();
        assertThat(clientThreads()).isEmpty();
    }

    @Test
    void closeLeavesNoThreadOfZookeeperBehind() {
        MetadataStore store = clients.open(direct(), "10s");
        assertThat(clientThreads()).isNotEmpty();
        store.close();

        assertThat(clientThreads()).isEmpty();
    }

    @Test
    void closeWithTheServerDownReturns() {
        MetadataStore store = clients.open(direct(), "10s");
        Seen session = clients.listen(store);
        server.stop();
        session.awaitEvent("suspended");
        store.close();

        assertThat(clientThreads()).isEmpty();
    }

    /** Threads of ZooKeeper's client, which does not ask for a factory. */
    private static List<String> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("-SendThread(") || name.endsWith("-EventThread"))
                .toList();
    }

    private String direct() {
        return "127.0.0.1:" + server.port();
    }
}
