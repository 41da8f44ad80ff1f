package dev.gale.tck.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.History.Outcome;
import dev.gale.tck.network.Fault;
import dev.gale.tck.network.FaultProxy;
import dev.gale.tck.network.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every {@link MetadataStore} that is reached over TCP keeps while the network between it and its servers fails: the rules of
 * {@link MetadataStoreContract}, by the same numbers. Clients go through proxies of their own, one for each server.
 */
public abstract class MetadataStoreFaultContract {
    private static final AtomicLong TESTS = new AtomicLong(System.nanoTime());
    private static final int CLIENTS = 3;
    private static final int DISTURBANCES = 10;

    /** Several times as long as a session, for a machine that is slow. */
    private static final Duration ABOUT_A_SESSION = Duration.ofSeconds(20);

    private static final Duration SHORTEST_FAULT = Duration.ofMillis(300);

    private final Key root = Key.of("/faults/t" + TESTS.incrementAndGet());
    private final TckContext context = new TckContext();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Client> opened = new ArrayList<>();
    private Client through;
    private Client other;

    /** Where the servers are reached, as {@code host:port}; several tests may use them one after another. */
    protected abstract List<String> servers();

    /** Opens a client whose session lasts about four seconds without the store. The suite closes it. */
    protected abstract MetadataStore open(TckContext context, List<String> servers) throws Exception;

    protected Patience patience() {
        return Patience.fromSystemProperty();
    }

    /** A store and its ways to the servers. */
    private record Client(MetadataStore store, List<FaultProxy> ways) {
        void apply(Fault fault) {
            ways.forEach(way -> way.apply(fault));
        }

        void heal() {
            ways.forEach(FaultProxy::heal);
        }

        void close() {
            store.close();
            ways.forEach(FaultProxy::close);
        }
    }

    @BeforeEach
    final void openTwoClients() throws Exception {
        through = client();
        other = client();
    }

    @AfterEach
    final void closeClients() {
        opened.forEach(Client::heal);
        opened.forEach(Client::close);
        assertThat(context.liveThreads()).as("threads after close").isEmpty();
    }

    private Client client() throws Exception {
        List<FaultProxy> ways = servers().stream().<FaultProxy>map(TcpProxy::to).toList();
        MetadataStore store =
                open(context, ways.stream().map(FaultProxy::address).toList());
        Client client = new Client(store, ways);
        opened.add(client);
        return client;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DELAYED")
    void rule7_aStoreThatCannotBeReachedSuspendsAndThenAllOrNothingIsLeft(Fault fault) {
        Key key = root.child("session");
        RecordingSession heard = new RecordingSession(patience());
        through.store.session().listen(heard);
        accept(through, request().putForSession(key, Bytes.utf8("here")));
        through.apply(fault);
        heard.await("suspended");
        through.heal();

        patience()
                .until(
                        heard,
                        "it is resumed or renewed",
                        () -> heard.told().contains("resumed") || heard.told().contains("renewed"));
        accept(through, request().put(root.child("later"), Bytes.empty()));
        RecordingWatcher seen = watch(other, key);
        seen.awaitPicture(heard.told().contains("ended") ? Map.of() : Map.of(key, "here"));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DELAYED", "ANSWERS_HELD"})
    void rule7_aSessionThatTheStoreDoesNotHearOfEndsAndIsRenewed(Fault fault) {
        Key key = root.child("session");
        RecordingSession heard = new RecordingSession(patience());
        through.store.session().listen(heard);
        accept(through, request().putForSession(key, Bytes.utf8("here")));
        RecordingWatcher seen = watch(other, key);
        seen.awaitPicture(Map.of(key, "here"));
        through.apply(fault);
        seen.awaitPicture(Map.of());
        through.heal();
        heard.await("renewed");
        assertThat(heard.told()).containsSubsequence("ended", "renewed");
        accept(through, request().putForSession(key, Bytes.utf8("again")));
        seen.awaitPicture(Map.of(key, "again"));
    }

    @Test
    void rule7_aSlowStoreIsNotSuspended() {
        RecordingSession heard = new RecordingSession(patience());
        through.store.session().listen(heard);
        through.apply(Fault.DELAYED);
        long since = System.nanoTime();
        int rounds = 10;
        for (int i = 0; i < rounds; i++) {
            accept(through, request().put(root.child("slow"), Bytes.utf8("v" + i)));
            assertThat(text(through, root.child("slow"))).contains("v" + i);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - since))
                .as("a round is two questions, and each goes and comes")
                .isGreaterThanOrEqualTo(Duration.ofMillis(rounds * 2L * 2 * Fault.DELAY_MILLIS));
        assertThat(heard.told()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void rule8_whatChangedWhileAWatcherWasCutOffIsToldOnceItIsBack(Fault fault) {
        accept(
                other,
                request()
                        .put(root.child("stays"), Bytes.utf8("1"))
                        .put(root.child("changes"), Bytes.utf8("1"))
                        .put(root.child("goes"), Bytes.utf8("1")));
        RecordingWatcher seen = watch(through, root);
        seen.awaitSynced(1);
        through.apply(fault);
        for (int i = 2; i <= 20; i++) {
            accept(other, request().put(root.child("changes"), Bytes.utf8("" + i)));
        }
        accept(other, request().delete(root.child("goes")).put(root.child("comes"), Bytes.utf8("1")));
        through.heal();

        seen.awaitPicture(Map.of(root.child("stays"), "1", root.child("changes"), "20", root.child("comes"), "1"));
        assertThat(seen.overlapped()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void rule10_aCommitUnderWayIsAnsweredAndCanBeRepeated(Fault fault) {
        Key counter = root.child("counter");
        accept(other, request().put(counter, Bytes.utf8("0")));
        for (int i = 1; i <= 2; i++) {
            Versioned seen = read(other, counter).orElseThrow();
            Commit increment = request()
                    .checkUnchanged(counter, seen.version())
                    .put(counter, Bytes.utf8("" + i))
                    .build();
            CompletionStage<CommitResult> underWay;
            CompletionStage<Optional<Versioned>> asked;
            if (i % 2 == 0) {
                through.apply(fault);
                underWay = through.store.commit(increment);
                asked = through.store.read(counter);
            } else {
                underWay = through.store.commit(increment);
                asked = through.store.read(counter);
                through.apply(fault);
            }
            answeredOrUnavailable(asked.thenApply(state -> true));
            if (!answeredOrUnavailable(underWay.thenApply(CommitResult::accepted))) {
                through.heal();
                accept(through, increment);
            }
            through.heal();
        }
        assertThat(text(other, counter)).contains("2");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DELAYED", "ANSWERS_HELD"})
    void rule11_aLeaderThatIsCutOffForTooLongIsFollowedAndItsFenceRefused(Fault fault) {
        Election election = new Election(root.child("leader"), root.child("epoch"), Bytes.utf8("host-a"));
        RecordingCandidate first = new RecordingCandidate(patience());
        RecordingCandidate second = new RecordingCandidate(patience());
        through.store.elect(election, first);
        Leadership old = first.awaitElected(1);
        other.store.elect(election, second);
        through.apply(fault);
        Leadership next = second.awaitElected(1);
        through.heal();
        first.awaitDeposed(1);
        assertThat(next.epoch()).isGreaterThan(old.epoch());
        assertThat(commit(
                                through,
                                request()
                                        .check(old.fence())
                                        .put(root.child("acts"), Bytes.empty())
                                        .build())
                        .accepted())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void rule13_closeReturnsWhateverTheNetworkDoes(Fault fault) {
        accept(through, request().putForSession(root.child("session"), Bytes.empty()));
        CompletionStage<Optional<Versioned>> underWay = through.store.read(root.child("session"));
        through.apply(fault);
        through.store.close();

        assertThat(underWay.toCompletableFuture()).isDone();
    }

    /** Several clients replace what they read, while all of their ways are disturbed at random; then it is asked whether that made sense. */
    @Test
    void rule4_conditionalWritesAreLinearizableAndReadsMonotonicUnderFaults() throws Exception {
        Key key = root.child("register");
        accept(other, request().put(key, Bytes.utf8("0")));
        History history = new History("0");
        List<Client> clients = new ArrayList<>();
        List<Registration> watches = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Client client = client();
            clients.add(client);
            watches.add(client.store.watch(key, reporting("c" + i, history)));
        }
        AtomicBoolean running = new AtomicBoolean(true);
        List<CompletableFuture<Void>> busy = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            String name = "c" + i;
            Client client = clients.get(i);
            busy.add(CompletableFuture.runAsync(
                    () -> replace(name, client, key, history, running), task -> new Thread(task, name).start()));
        }
        disturb(clients, new SplittableRandom(42));
        running.set(false);
        busy.forEach(patience()::await);
        watches.forEach(Registration::close);

        assertThat(history.writers()).as("clients whose writes were accepted").hasSize(CLIENTS);
        assertThat(history.longest())
                .as("somebody is always waiting for an answer when a fault begins")
                .isGreaterThanOrEqualTo(SHORTEST_FAULT);
        assertThat(history.contradictions(text(other, key).orElseThrow())).isEmpty();
    }

    private static Watcher reporting(String name, History history) {
        return new Watcher() {
            @Override
            public void put(Versioned state) {
                history.reported(name, state.value().utf8(), System.nanoTime());
            }

            @Override
            public void deleted(Key key) {
                history.reported(name, "deleted", System.nanoTime());
            }

            @Override
            public void synced() {
                // Of interest is the order of states alone.
            }
        };
    }

    private void replace(String name, Client client, Key key, History history, AtomicBoolean running) {
        for (int i = 0; running.get(); i++) {
            long from = System.nanoTime();
            Versioned seen;
            try {
                seen = patience().await(client.store.read(key)).orElseThrow();
            } catch (EngineException e) {
                assertThat(e.category()).isEqualTo(Category.UNAVAILABLE);
                pause(20);
                continue;
            }
            history.read(name, seen.value().utf8(), from, System.nanoTime());
            replace(name, client, seen, name + "-" + i, history);
        }
    }

    private void replace(String name, Client client, Versioned seen, String value, History history) {
        Commit commit = request()
                .checkUnchanged(seen.key(), seen.version())
                .put(seen.key(), Bytes.utf8(value))
                .build();
        long from = System.nanoTime();
        boolean unknown = false;
        while (true) {
            patience().requireSince(from, "an answer to " + commit.requestId());
            try {
                boolean accepted = patience().await(client.store.commit(commit)).accepted();
                Outcome outcome = accepted ? Outcome.ACCEPTED : unknown ? Outcome.UNKNOWN : Outcome.REFUSED;
                history.wrote(name, seen.value().utf8(), value, from, System.nanoTime(), outcome);
                return;
            } catch (EngineException e) {
                assertThat(e.category()).isEqualTo(Category.UNAVAILABLE);
                unknown = true;
                pause(20);
            }
        }
    }

    private void disturb(List<Client> clients, SplittableRandom random) {
        Fault[] faults = Fault.values();
        for (int i = 0; i < DISTURBANCES; i++) {
            Client client = clients.get(random.nextInt(clients.size()));
            client.apply(faults[random.nextInt(faults.length)]);
            pause((int) SHORTEST_FAULT.toMillis() + random.nextInt(900));
            client.heal();
            pause(100 + random.nextInt(300));
        }
    }

    /** Lets time pass in which something may happen; nothing is concluded from it. */
    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /**
     * Within about the time of a session, whatever the network does.
     *
     * @param stage whether what was asked for holds
     * @return whether it does; false when nobody can know yet
     */
    private static boolean answeredOrUnavailable(CompletionStage<Boolean> stage) {
        try {
            assertThat(new Patience(ABOUT_A_SESSION).await(stage)).isTrue();
            return true;
        } catch (EngineException e) {
            assertThat(e.category()).isEqualTo(Category.UNAVAILABLE);
            return false;
        }
    }

    private RecordingWatcher watch(Client client, Key prefix) {
        RecordingWatcher watcher = new RecordingWatcher(patience());
        client.store.watch(prefix, watcher);
        return watcher;
    }

    private Commit.Builder request() {
        return Commit.builder("fault-" + root.name() + "-" + requests.incrementAndGet());
    }

    private void accept(Client client, Commit.Builder commit) {
        accept(client, commit.build());
    }

    private void accept(Client client, Commit commit) {
        assertThat(commit(client, commit).accepted()).isTrue();
    }

    /** Repeats it while the store is unavailable. */
    private CommitResult commit(Client client, Commit commit) {
        return repeat(() -> client.store.commit(commit));
    }

    private Optional<Versioned> read(Client client, Key key) {
        return repeat(() -> client.store.read(key));
    }

    private Optional<String> text(Client client, Key key) {
        return read(client, key).map(state -> state.value().utf8());
    }

    private <T> T repeat(Supplier<CompletionStage<T>> call) {
        long deadline = System.nanoTime() + patience().longest().toNanos();
        while (true) {
            try {
                return patience().await(call.get());
            } catch (EngineException e) {
                if (e.category() != Category.UNAVAILABLE || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                pause(50);
            }
        }
    }
}
