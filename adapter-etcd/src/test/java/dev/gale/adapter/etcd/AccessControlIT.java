package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.metadata.Seen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AccessControlIT {
    private static final String SECRET = "s3cret-word";
    private static final Key KEY = Key.of("/gale/storms/orders-1");

    private final Clients clients = new Clients();

    @TempDir
    private Path data;

    private TestServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = TestServer.started(data);
        try (RawClient raw = RawClient.connect(server.endpoint())) {
            raw.addUser("root", SECRET, "root");
            raw.addUser("gale", SECRET, "gale");
            raw.grant("gale", "/gale");
            raw.enableAuthentication();
        }
    }

    @AfterEach
    void stopServer() {
        clients.close();
        server.close();
    }

    @Test
    void withTheRightPasswordEverythingUnderTheRootWorks() throws Exception {
        Path file = Files.writeString(data.resolve("password"), SECRET + "\n");
        MetadataStore store =
                clients.open(Map.of("endpoints", server.endpoint(), "user", "gale", "password-file", file.toString()));
        Seen watcher = clients.watch(store, Key.of("/gale"));
        clients.put(store, KEY, "persistent");
        clients.putForSession(store, Key.of("/gale/nimbus/leader"), "session");

        watcher.awaitPicture(Map.of(KEY, "persistent", Key.of("/gale/nimbus/leader"), "session"));
        assertThat(clients.text(store, KEY)).contains("persistent");
        assertThat(clients.patience.await(store.children(Key.of("/gale")))).containsExactly("nimbus", "storms");
    }

    @Test
    void withoutOrWithAWrongPasswordTheStoreDoesNotOpen() {
        assertRefused("etcd.user", () -> clients.open(settings("", "")));
        assertRefused("etcd.password", () -> clients.open(settings("gale", "wrong")));
        assertRefused("etcd.password", () -> clients.open(settings("nobody", SECRET)));
        assertThat(clients.context.liveThreads()).isEmpty();
    }

    @Test
    void outsideOfItsRoleAUserIsRefusedAndToldTheRemedy() {
        MetadataStore store = clients.open(settings("gale", SECRET));
        Key elsewhere = Key.of("/elsewhere");

        assertRefused("metadata.root", () -> clients.read(store, elsewhere));
        assertRefused("metadata.root", () -> clients.put(store, elsewhere, "mine"));
        assertRefused("metadata.root", () -> clients.patience.await(store.children(elsewhere)));
        clients.put(store, KEY, "still works");
    }

    @Test
    void aServerThatForgotItsTokensGivesNewOnes() throws Exception {
        MetadataStore store = clients.open(settings("gale", SECRET));
        Seen session = clients.listen(store);
        Seen watcher = clients.watch(store, Key.of("/gale"));
        clients.put(store, KEY, "before");
        server.stop();
        session.awaitEvent("suspended");
        server.start();
        session.awaitEvent("resumed");
        clients.put(store, KEY, "after");

        watcher.awaitPicture(Map.of(KEY, "after"));
        assertThat(session.events()).doesNotContain("ended");
    }

    /** A token is of the users and roles of its time. */
    @Test
    void aChangeOfRolesEndsNobodysSession() {
        MetadataStore store = clients.open(settings("gale", SECRET));
        Seen session = clients.listen(store);
        Seen watcher = clients.watch(store, Key.of("/gale"));
        for (int i = 0; i < 3; i++) {
            try (RawClient raw = RawClient.connect(server.endpoint(), "root", SECRET)) {
                raw.grant("gale", "/more" + i);
            }
            clients.put(store, KEY, "after " + i);
            clients.put(store, Key.of("/more" + i), "mine");
            watcher.awaitPicture(Map.of(KEY, "after " + i));
        }
        assertThat(session.events()).doesNotContain("ended");
    }

    @Test
    void aUserAtAServerWithoutAuthenticationIsNotTakenForSafe() throws Exception {
        try (TestServer open = TestServer.started(data.resolve("open"))) {
            assertRefused(
                    "authentication is not enabled",
                    () -> clients.open(Map.of("endpoints", open.endpoint(), "user", "gale", "password", SECRET)));
        }
    }

    @Test
    void secretsAreInNoLogAndNoMessage() {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        List<Logger> loggers = List.of(
                root, (Logger) LoggerFactory.getLogger("io.grpc"), (Logger) LoggerFactory.getLogger("io.netty"));
        List<Level> before = loggers.stream().map(Logger::getLevel).toList();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        try {
            // Below that, gRPC logs every frame with its content, as its users ask for then.
            root.setLevel(Level.TRACE);
            loggers.subList(1, 3).forEach(logger -> logger.setLevel(Level.INFO));
            root.detachAndStopAllAppenders();
            root.addAppender(log);
            MetadataStore owner = clients.open(settings("gale", SECRET));
            clients.put(owner, KEY, "mine");
            assertRefused("etcd.password", () -> clients.open(settings("other", SECRET)));
            owner.close();
        } finally {
            root.detachAppender(log);
            for (int i = 0; i < before.size(); i++) {
                loggers.get(i).setLevel(before.get(i));
            }
        }

        assertThat(log.list).isNotEmpty();
        assertThat(List.copyOf(log.list))
                .extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(message -> message.contains(SECRET));
    }

    private static void assertRefused(String remedy, ThrowingCallable call) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining(remedy)
                .withMessageNotContaining(SECRET);
    }

    private Map<String, ?> settings(String user, String password) {
        return Map.of("endpoints", server.endpoint(), "session-timeout", "30s", "user", user, "password", password);
    }
}
