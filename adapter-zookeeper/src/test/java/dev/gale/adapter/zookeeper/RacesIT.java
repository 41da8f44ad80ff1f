package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.zookeeper.Op;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RacesIT {
    private static final Key KEY = Key.of("/errors/orders-1/bolt/e1");

    private final Clients clients = new Clients();

    @TempDir
    private Path data;

    private TestServer server;
    private MetadataStore left;
    private MetadataStore right;

    @BeforeEach
    void openClients() throws Exception {
        server = TestServer.started(data);
        left = clients.open("127.0.0.1:" + server.port(), "20s");
        right = clients.open("127.0.0.1:" + server.port(), "20s");
    }

    @AfterEach
    void close() {
        clients.close();
        server.close();
    }

    /** O-83: both put and delete the same keys, and their parents come and go. */
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
    void aCommitThatIsRefusedIsSoAlsoWhereAKeyHoldsForeignBytes() throws Exception {
        clients.put(left, KEY, "makes the parents");
        try (RawClient raw = RawClient.connect("127.0.0.1:" + server.port())) {
            raw.zookeeper().setData(Paths.path(KEY), "somebody else's".getBytes(StandardCharsets.US_ASCII), -1);
        }

        assertThat(clients.commit(left, clients.request().checkAbsent(KEY).put(KEY, Bytes.utf8("mine"))))
                .isEqualTo(new Refused(Check.absent(KEY)));
    }

    /**
     * One client creates the key and deletes it again all the time, so that the node's own counter is 0 at the begin of
     * every life. The other writes it only if it is as it was seen. A write that was meant for another life would show.
     */
    @Test
    void aCheckNeverTakesANewLifeOfAKeyForAnOldOne() {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Integer> touching = CompletableFuture.supplyAsync(() -> {
            int touched = 0;
            while (!over.get()) {
                Optional<Versioned> seen = clients.read(left, KEY);
                if (seen.isPresent() && touch(seen.get())) {
                    touched++;
                }
            }
            return touched;
        });
        try {
            for (int life = 1; life <= 400; life++) {
                clients.put(right, KEY, "life " + life);
                assertThat(clients.text(right, KEY).orElseThrow()).matches("(touched in )*life " + life);
                clients.delete(right, KEY);
            }
        } finally {
            over.set(true);
        }

        assertThat(clients.patience.await(touching)).isPositive();
    }

    private boolean touch(Versioned seen) {
        String touched = "touched in " + seen.value().utf8();
        return clients.commit(
                        left,
                        clients.request().checkUnchanged(KEY, seen.version()).put(KEY, Bytes.utf8(touched)))
                .accepted();
    }

    @Test
    void aPlanFromBeforeAKeyWasCreatedAgainIsNotCarriedOut() throws Exception {
        clients.put(left, KEY, "old");
        ZookeeperMetadataStore store = (ZookeeperMetadataStore) left;
        Handle handle = store.connection().handle().orElseThrow();
        Creations creations = new Creations(Optional.empty());
        Commit commit = clients.request()
                .checkUnchanged(KEY, clients.read(left, KEY).orElseThrow().version())
                .put(KEY, Bytes.utf8("based on old"))
                .build();
        Picture picture = clients.patience.await(onItsThread(
                store,
                () -> Picture.take(
                        handle, creations, CommitPlan.counted(commit), CommitPlan.parents(commit), Set.of())));
        clients.delete(right, KEY);
        clients.put(right, KEY, "new");
        CommitPlan.Decision decision = CommitPlan.decide(commit, picture, creations, handle.session(), handle.acl());
        List<Op> operations = ((CommitPlan.Decision.Write) decision).operations();
        CompletableFuture<Boolean> outdated = onItsThread(
                store,
                () -> handle.multi(operations)
                        .handle((answers, failure) -> failure != null && Failures.isOutdated(failure)));

        assertThat(clients.patience.await(outdated)).isTrue();
        assertThat(clients.text(left, KEY)).contains("new");
        assertThat(clients.commit(
                                left,
                                Commit.builder("again")
                                        .checkUnchanged(
                                                KEY, commit.checks().get(0).version())
                                        .put(KEY, Bytes.utf8("x")))
                        .accepted())
                .isFalse();
    }

    /** Handles are used on the store's thread alone: a read's stage completes there. */
    private <T> CompletableFuture<T> onItsThread(MetadataStore store, Supplier<CompletableFuture<T>> question) {
        return store.read(KEY).thenCompose(state -> question.get()).toCompletableFuture();
    }
}
