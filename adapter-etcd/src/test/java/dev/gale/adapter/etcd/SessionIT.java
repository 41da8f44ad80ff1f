package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.metadata.Seen;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
        MetadataStore store = clients.open(server.endpoint(), "5s");
        MetadataStore other = clients.open(server.endpoint(), "20s");
        Seen watcher = clients.watch(other, KEY);
        Seen session = clients.listen(store);
        clients.putForSession(store, KEY, "mine");
        watcher.awaitPicture(Map.of(KEY, "mine"));
        try (RawClient raw = RawClient.connect(server.endpoint())) {
            raw.endSession(store.session().id());
        }
        session.awaitEvent("renewed");
        watcher.awaitPicture(Map.of());

        assertThat(session.events()).containsSubsequence("ended", "renewed").doesNotContain("resumed");
        assertThat(store.session().state()).isEqualTo(Session.State.CONNECTED);
        clients.putForSession(store, KEY, "mine again");
        watcher.awaitPicture(Map.of(KEY, "mine again"));
    }

    /** The end is noticed by what it makes fail, not only by the next refreshment. */
    @Test
    void aSessionKeyIsNeverPutForASessionThatHasEnded() {
        MetadataStore store = clients.open(server.endpoint(), "60s");
        Seen session = clients.listen(store);
        try (RawClient raw = RawClient.connect(server.endpoint())) {
            raw.endSession(store.session().id());
        }
        assertUnavailable(() -> clients.putForSession(store, KEY, "too late"));
        session.awaitEvent("renewed");

        assertThat(clients.text(store, KEY)).isEmpty();
        clients.putForSession(store, KEY, "mine");
    }

    /** O-80: the refreshment stalls for longer than the lease lives, and the client finds out by its own clock. */
    @Test
    void aPauseLongerThanTheSessionTimeoutEndsTheSession() {
        MetadataStore store = clients.open(access.connect(), "3s");
        MetadataStore other = clients.open(server.endpoint(), "20s");
        Seen watcher = clients.watch(other, KEY);
        Seen session = clients.listen(store);
        clients.putForSession(store, KEY, "mine");
        watcher.awaitPicture(Map.of(KEY, "mine"));
        access.freeze();
        session.awaitEvent("ended");
        assertThat(store.session().state()).isEqualTo(Session.State.ENDED);
        watcher.awaitPicture(Map.of());
        assertUnavailable(() -> clients.putForSession(store, KEY, "too early"));
        CompletionStage<Optional<Versioned>> waiting = store.read(KEY);
        access.thaw();
        session.awaitEvent("renewed");

        assertThat(clients.patience.await(waiting)).isEmpty();
        assertThat(clients.text(other, KEY)).isEmpty();
        clients.putForSession(store, KEY, "again");
        watcher.awaitPicture(Map.of(KEY, "again"));
    }

    /** O-75, O-80: the connection ends, and the refreshments with it, for less than the lease lives. */
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

    /** O-75: a cut that is longer than the session lasts elects another, and whoever led before is fenced and told. */
    @Test
    void aLeaderThatWasCutOffForTooLongIsDeposedAndFenced() throws Exception {
        Election election = new Election(Key.of("/nimbus/leader"), Key.of("/nimbus/epoch"), Bytes.utf8("host"));
        MetadataStore first = clients.open(access.connect(), "3s");
        MetadataStore second = clients.open(server.endpoint(), "20s");
        Stood left = new Stood();
        Stood right = new Stood();
        first.elect(election, left);
        Leadership old = clients.patience.next(left.elected, "leadership");
        second.elect(election, right);
        access.freeze();
        Leadership next = clients.patience.next(right.elected, "leadership of the next");
        clients.patience.next(left.deposed, "end of the old leadership");
        access.thaw();

        assertThat(next.epoch()).isGreaterThan(old.epoch());
        assertThat(clients.commit(first, clients.request().check(old.fence()).put(KEY, Bytes.empty()))
                        .accepted())
                .isFalse();
        assertThat(clients.commit(second, clients.request().check(next.fence()).put(KEY, Bytes.empty()))
                        .accepted())
                .isTrue();
    }

    @Test
    void aServerThatComesBackInTimeFindsSessionsAndTheirKeys() throws Exception {
        MetadataStore store = clients.open(server.endpoint(), "60s");
        Seen session = clients.listen(store);
        Seen watcher = clients.watch(store, Key.of("/supervisors"));
        String id = store.session().id();
        clients.putForSession(store, KEY, "mine");
        clients.put(store, Key.of("/storms/orders-1"), "persistent");
        server.stop();
        session.awaitEvent("suspended");
        server.restart();
        session.awaitEvent("resumed");

        assertThat(store.session().id()).isEqualTo(id);
        assertThat(session.events()).doesNotContain("ended");
        watcher.awaitSynced(2);
        watcher.awaitPicture(Map.of(KEY, "mine"));
        assertThat(clients.text(store, KEY)).contains("mine");
        assertThat(clients.text(store, Key.of("/storms/orders-1"))).contains("persistent");
        clients.put(store, Key.of("/supervisors/host-b"), "works");
        watcher.awaitPicture(Map.of(KEY, "mine", Key.of("/supervisors/host-b"), "works"));
    }

    @Test
    void whileTheServerIsDownEveryCallFailsAsUnavailable() throws Exception {
        MetadataStore store =
                clients.open(Map.of("endpoints", server.endpoint(), "session-timeout", "2s", "connect-timeout", "5s"));
        Seen session = clients.listen(store);
        server.stop();
        session.awaitEvent("suspended");
        assertNoAnswers(store);
        session.awaitEvent("ended");
        server.restart();
        session.awaitEvent("renewed");
        clients.put(store, KEY, "a");
    }

    @Test
    void aServerThatAnswersNothingMakesCallsFail() {
        MetadataStore store =
                clients.open(Map.of("endpoints", access.connect(), "session-timeout", "2s", "connect-timeout", "5s"));
        access.freeze();

        assertNoAnswers(store);
        access.thaw();
    }

    /** O-76: a daemon is back before the server has noticed that its last session is over. */
    @Test
    void anEntryOfTheOldSessionIsTakenOverAndDoesNotVanishWithIt() {
        Key other = Key.of("/supervisors/old");
        MetadataStore old = clients.open(access.connect(), "3s");
        clients.putForSession(old, KEY, "old session");
        clients.putForSession(old, other, "tells when the old session is over");
        access.freeze();
        MetadataStore back = clients.open(server.endpoint(), "20s");
        Seen watcher = clients.watch(back, other);
        assertThat(clients.text(back, KEY)).contains("old session");
        clients.putForSession(back, KEY, "new session");
        watcher.awaitPicture(Map.of());

        assertThat(clients.text(back, KEY)).contains("new session");
        access.thaw();
    }

    /** O-81. */
    @Test
    void aClientHasOneLeaseHoweverOftenItWrites() throws Exception {
        MetadataStore store = clients.open(server.endpoint(), "2s");
        for (int i = 0; i < 200; i++) {
            clients.putForSession(store, KEY, "update " + i);
        }

        String metrics = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://" + server.endpoint() + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(metrics).containsPattern("(?m)^etcd_debugging_lease_granted_total 1$");
    }

    /** O-76. */
    @Test
    void openWaitsForAServerThatComesUpInTime() throws Exception {
        server.stop();
        CompletableFuture<MetadataStore> opening = CompletableFuture.supplyAsync(() -> clients.open(
                Map.of("endpoints", server.endpoint(), "connect-timeout", "60s", "session-timeout", "5s")));
        assertThat(opening).isNotDone();
        server.start();

        MetadataStore store = clients.patience.await(opening);
        assertThat(store.session().state()).isEqualTo(Session.State.CONNECTED);
        clients.put(store, KEY, "works");
    }

    @Test
    void openSaysWhichServersDidNotAnswerAndWhyAndLeavesNothingBehind() {
        server.stop();
        Set<Thread> before = threads();

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.open(Map.of("endpoints", server.endpoint(), "connect-timeout", "1s")))
                .withMessageContaining(server.endpoint())
                .withMessageContaining("etcd.endpoints")
                .withMessageContaining("Connection refused")
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        assertThat(clients.context.liveThreads()).isEmpty();
        assertThat(newThreads(before)).isEmpty();
    }

    @Test
    void closeLeavesNoThreadOfAnybodyBehind() {
        clients.open(server.endpoint(), "10s").close();
        Set<Thread> before = threads();
        MetadataStore store = clients.open(server.endpoint(), "10s");
        clients.watch(store, KEY);
        clients.put(store, KEY, "a");
        assertThat(newThreads(before)).isNotEmpty();
        store.close();

        assertThat(newThreads(before)).isEmpty();
    }

    @Test
    void closeWithTheServerDownReturns() {
        MetadataStore store = clients.open(server.endpoint(), "10s");
        Seen session = clients.listen(store);
        server.stop();
        session.awaitEvent("suspended");
        store.close();

        assertThat(clients.context.liveThreads()).isEmpty();
    }

    @Test
    void closeWhileTheServerAnswersNothingReturns() {
        MetadataStore store = clients.open(access.connect(), "4s");
        clients.watch(store, KEY);
        access.freeze();
        CompletionStage<Optional<Versioned>> asked = store.read(KEY);
        store.close();

        assertThat(asked.toCompletableFuture()).isCompletedExceptionally();
        assertThat(clients.context.liveThreads()).isEmpty();
        access.thaw();
    }

    private void assertNoAnswers(MetadataStore store) {
        List<CompletionStage<?>> asked = List.of(
                store.read(KEY),
                store.children(KEY),
                store.commit(clients.request().put(KEY, Bytes.utf8("a")).build()));
        asked.forEach(stage -> assertUnavailable(() -> clients.patience.await(stage)));
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private static Set<Thread> newThreads(Set<Thread> before) {
        Set<Thread> threads = threads();
        threads.removeAll(before);
        return threads;
    }

    /** Keeps what a candidate was told. */
    private static final class Stood implements Candidate {
        private final BlockingQueue<Leadership> elected = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> deposed = new LinkedBlockingQueue<>();

        @Override
        public void elected(Leadership leadership) {
            elected.add(leadership);
        }

        @Override
        public void deposed(String reason) {
            deposed.add(reason);
        }
    }
}
