package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CommitIT {
    private static final Key KEY = Key.of("/a");

    private final Clients clients = new Clients();

    @TempDir
    private Path data;

    private TestServer server;
    private MetadataStore left;
    private MetadataStore right;

    @BeforeEach
    void openClients() throws Exception {
        server = TestServer.started(data);
        left = clients.open(server.endpoint(), "20s");
        right = clients.open(server.endpoint(), "20s");
    }

    @AfterEach
    void close() {
        clients.close();
        server.close();
    }

    /** O-83: both put and delete the same keys. */
    @Test
    void twoClientsPutAndDeleteTheSameKeys() {
        List<CompletableFuture<Void>> racers = new ArrayList<>();
        for (MetadataStore client : List.of(left, right)) {
            racers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 200; i++) {
                    Key entry = Key.of("/errors/orders-1/bolt" + i % 3 + "/e" + i % 7);
                    if (i % 2 == 0) {
                        clients.put(client, entry, "oops");
                    } else {
                        clients.delete(client, entry);
                    }
                }
            }));
        }
        racers.forEach(clients.patience::await);
        clients.put(left, KEY, "last");

        assertThat(clients.text(right, KEY)).contains("last");
    }

    @Test
    void commitsOfOneClientHappenInTheOrderInWhichTheyWereAskedFor() {
        List<CompletionStage<?>> writes = new ArrayList<>();
        for (int i = 1; i <= 300; i++) {
            writes.add(left.commit(
                    clients.request().put(KEY, Bytes.utf8(String.valueOf(i))).build()));
        }
        writes.forEach(clients.patience::await);

        assertThat(clients.text(right, KEY)).contains("300");
    }

    /** O-82: four hundred parents are more than one transaction of etcd compares. */
    @Test
    void aCommitWithMoreParentsThanEtcdComparesIsDoneOrRejectedAsAnyOther() {
        clients.accepted(left, withManyParents());
        assertThat(clients.text(right, Key.of("/p7/x/y/z/value"))).contains("7");
        clients.accepted(right, withManyParents());

        clients.putForSession(left, Key.of("/p7/x/y"), "no parent any more", Key.of("/p7/x/y/z/value"));
        assertRejected(() -> clients.commit(right, withManyParents()));
        assertThat(clients.commit(right, withManyParents().checkPresent(Key.of("/absent"))))
                .isEqualTo(new Refused(Check.present(Key.of("/absent"))));
    }

    private Commit.Builder withManyParents() {
        Commit.Builder commit = clients.request();
        for (int i = 0; i < 99; i++) {
            commit.put(Key.of("/p" + i + "/x/y/z/value"), Bytes.utf8(String.valueOf(i)));
        }
        return commit;
    }

    @Test
    void aRefusalComesBeforeARejection() {
        Check broken = Check.present(Key.of("/absent"));
        clients.putForSession(left, KEY, "session");

        assertThat(clients.commit(right, clients.request().check(broken).put(Key.of("/a/b"), Bytes.empty())))
                .isEqualTo(new Refused(broken));
        assertThat(clients.commit(
                        right,
                        clients.request()
                                .check(broken)
                                .putForSession(Key.of("/s"), Bytes.empty())
                                .put(Key.of("/s/b"), Bytes.empty())))
                .isEqualTo(new Refused(broken));
    }

    @Test
    void aKeyWhoseChildrenAreDeletedWithTheCommitMayBecomeASessionKey() {
        clients.put(left, Key.of("/a/b"), "b");
        clients.put(left, Key.of("/a/c/d"), "d");
        assertRejected(() -> clients.putForSession(left, KEY, "session", Key.of("/a/b")));
        clients.putForSession(left, KEY, "session", Key.of("/a/b"), Key.of("/a/c/d"));

        assertThat(clients.text(right, KEY)).contains("session");
        assertThat(clients.patience.await(right.children(KEY))).isEmpty();
    }

    @Test
    void aSessionKeyThatIsDeletedWithTheCommitMayGetChildren() {
        clients.putForSession(left, KEY, "session");
        clients.accepted(right, clients.request().delete(KEY).put(Key.of("/a/b"), Bytes.utf8("b")));

        assertThat(clients.text(left, KEY)).isEmpty();
        assertThat(clients.text(left, Key.of("/a/b"))).contains("b");
    }

    /** One makes the key a session key, and the other its child: whichever comes first, never both. */
    @Test
    void ofARaceForChildAndSessionKeyOneIsRejected() {
        Key child = Key.of("/a/b");
        for (int round = 0; round < 100; round++) {
            CompletableFuture<Boolean> parent = accepted(left, clients.request().putForSession(KEY, Bytes.empty()));
            CompletableFuture<Boolean> below = accepted(right, clients.request().put(child, Bytes.empty()));
            assertThat(clients.patience.await(parent)).isNotEqualTo(clients.patience.await(below));
            clients.accepted(left, clients.request().delete(KEY).delete(child));
        }
    }

    private static CompletableFuture<Boolean> accepted(MetadataStore client, Commit.Builder commit) {
        return client.commit(commit.build())
                .handle((result, failure) -> failure == null && result.accepted())
                .toCompletableFuture();
    }

    private static void assertRejected(ThrowingCallable call) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("can have no children");
    }
}
