package dev.gale.adapter.zookeeper;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
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
    }

    @AfterEach
    void stopServer() {
        clients.close();
        server.close();
    }

    @Test
    void withCredentialsEveryNodeIsItsCreatorsAlone() throws Exception {
        MetadataStore owner = clients.open(settings("gale", SECRET));
        clients.put(owner, KEY, "persistent");
        clients.putForSession(owner, Key.of("/gale/nimbus/leader"), "session");
        try (RawClient raw = RawClient.connect(direct())) {
            raw.zookeeper().addAuthInfo("digest", ("gale:" + SECRET).getBytes());
            List<String> paths = raw.paths();
            assertThat(paths).contains("/gale", KEY.path(), "/gale/nimbus/leader");
            for (String path : paths) {
                List<ACL> acl = raw.zookeeper().getACL(path, new Stat());
                assertThat(acl).as(path).allMatch(it -> it.getId().getScheme().equals("digest"));
                assertThat(acl).as(path).hasSize(1);
            }
        }
    }

    @Test
    void aForeignClientIsRefusedAndToldTheRemedy() {
        MetadataStore owner = clients.open(settings("gale", SECRET));
        clients.put(owner, KEY, "mine");
        for (MetadataStore foreign :
                List.of(clients.open(settings("", "")), clients.open(settings("other", "password")))) {
            assertRefused(() -> clients.read(foreign, KEY));
            assertRefused(() -> clients.put(foreign, KEY, "theirs"));
            assertRefused(() -> clients.delete(foreign, KEY));
            assertRefused(() -> clients.patience.await(foreign.children(KEY)));
            clients.put(foreign, Key.of("/elsewhere" + foreign.session().id()), "is open to them");
        }
        MetadataStore wrongPassword = clients.open(settings("gale", "wrong"));
        assertRefused(() -> clients.read(wrongPassword, KEY));
        assertRefused(() -> clients.put(wrongPassword, KEY, "theirs"));

        assertThat(clients.text(clients.open(settings("gale", SECRET)), KEY)).contains("mine");
    }

    @Test
    void aSessionThatBeginsAnewHasTheCredentialsToo() {
        MetadataStore owner = clients.open(settings("gale", SECRET));
        Seen session = clients.listen(owner);
        clients.put(owner, KEY, "mine");
        server.endSession(Long.parseUnsignedLong(owner.session().id().substring(2), 16));
        session.awaitEvent("renewed");

        assertThat(clients.text(owner, KEY)).contains("mine");
        clients.put(owner, KEY, "still mine");
    }

    @Test
    void secretsAreInNoLogAndNoMessage() {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Logger zookeeper = (Logger) LoggerFactory.getLogger("org.apache.zookeeper");
        Logger curator = (Logger) LoggerFactory.getLogger("org.apache.curator");
        Level[] before = {root.getLevel(), zookeeper.getLevel(), curator.getLevel()};
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        try {
            List.of(root, zookeeper, curator).forEach(logger -> logger.setLevel(Level.TRACE));
            root.detachAndStopAllAppenders();
            root.addAppender(log);
            MetadataStore owner = clients.open(settings("gale", SECRET));
            clients.put(owner, KEY, "mine");
            MetadataStore foreign = clients.open(settings("other", SECRET));
            assertRefused(() -> clients.read(foreign, KEY));
            owner.close();
        } finally {
            root.detachAppender(log);
            root.setLevel(before[0]);
            zookeeper.setLevel(before[1]);
            curator.setLevel(before[2]);
        }

        assertThat(log.list).isNotEmpty();
        assertThat(List.copyOf(log.list))
                .extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(message -> message.contains(SECRET));
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("zookeeper.username")
                .withMessageNotContaining(SECRET);
    }

    private Map<String, ?> settings(String username, String password) {
        return Map.of("connect", direct(), "session-timeout", "10s", "username", username, "password", password);
    }

    private String direct() {
        return "127.0.0.1:" + server.port();
    }
}
