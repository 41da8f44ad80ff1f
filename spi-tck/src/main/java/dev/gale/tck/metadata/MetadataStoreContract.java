package dev.gale.tck.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Leader;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.AdapterThreads;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link MetadataStore} keeps. The numbers are those of its rules. */
public abstract class MetadataStoreContract {
    private static final Key KEY = Key.of("/storms/orders-1");
    private static final Key OTHER = Key.of("/storms/orders-2");
    private static final Election ELECTION =
            new Election(Key.of("/nimbus/leader"), Key.of("/nimbus/epoch"), Bytes.utf8("host-a"));

    /** Who holds a callback gives up later than who waits for what that must not hinder. */
    private static final int LONGER_THAN_PATIENCE = 10;

    /** Commits under way at once. */
    private static final int MANY = 100;

    private final TckContext context = new TckContext();
    private final List<MetadataStore> opened = new ArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private MetadataStore left;
    private MetadataStore right;

    /** Opens one more client onto the same data, which is empty at the begin of each test. The suite closes it. */
    protected abstract MetadataStore open(TckContext context) throws Exception;

    /** Keeps this client from reaching the store, for shorter than its session lasts. */
    protected abstract void suspend(MetadataStore client) throws Exception;

    /** Lets it reach the store again. */
    protected abstract void resume(MetadataStore client) throws Exception;

    /** Ends this client's session, as the store does when it has not heard of it for too long. */
    protected abstract void endSession(MetadataStore client) throws Exception;

    /** Lets this client's next commit happen and loses the answer, so that it fails as UNAVAILABLE. */
    protected abstract void loseNextAnswer(MetadataStore client) throws Exception;

    /** What the test bench cannot bring about. */
    protected Set<Capability> lacks() {
        return Set.of();
    }

    /**
     * Whether this thread may outlive {@code close}: the test bench started it in {@code open}, or a library keeps one for the whole
     * process, however often the port is opened.
     */
    protected boolean mayOutliveClose(Thread thread) {
        return false;
    }

    protected Patience patience() {
        return Patience.fromSystemProperty();
    }

    @BeforeEach
    final void openTwoClients() throws Exception {
        left = openClient();
        right = openClient();
    }

    @AfterEach
    final void closeClients() {
        opened.forEach(MetadataStore::close);
        assertThat(context.liveThreads()).as("threads after close").isEmpty();
    }

    private MetadataStore openClient() throws Exception {
        MetadataStore client = open(context);
        opened.add(client);
        return client;
    }

    private void needs(Capability capability) {
        assumeFalse(lacks().contains(capability), "the test bench lacks " + capability);
    }

    @Test
    void rule1_ofTwoCommitsThatCheckTheSameVersionOneIsRefused() {
        Version seen = put(left, KEY, "a");
        CommitResult first = commit(left, request().checkUnchanged(KEY, seen).put(KEY, Bytes.utf8("b")));
        CommitResult second = commit(right, request().checkUnchanged(KEY, seen).put(KEY, Bytes.utf8("c")));

        assertThat(List.of(first.accepted(), second.accepted())).containsExactly(true, false);
        assertThat(text(left, KEY)).contains("b");
    }

    @Test
    void rule1_aCommitAppliesAllOfItsWrites() {
        put(left, OTHER, "old");
        Accepted accepted = accepted(left, request().put(KEY, Bytes.utf8("a")).delete(OTHER));

        assertThat(accepted.versions()).containsOnlyKeys(KEY);
        assertThat(read(left, KEY).orElseThrow().version()).isEqualTo(accepted.version(KEY));
        assertThat(text(left, KEY)).contains("a");
        assertThat(text(left, OTHER)).isEmpty();
    }

    @Test
    void rule1_ofManyRacingCommitsExactlyOneWinsEachRound() {
        Key counter = Key.of("/counter");
        put(left, counter, "0");
        List<CompletableFuture<Void>> racers = new ArrayList<>();
        for (MetadataStore client : List.of(left, right)) {
            racers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 25; i++) {
                    incrementByCheck(client, counter);
                }
            }));
        }
        racers.forEach(racer -> patience().await(racer));

        incrementByCheck(left, counter);
        assertThat(text(left, counter)).contains("51");
    }

    private void incrementByCheck(MetadataStore client, Key counter) {
        long since = System.nanoTime();
        boolean accepted = false;
        while (!accepted) {
            patience().requireSince(since, "a commit that checks what was just read");
            Versioned seen = read(client, counter).orElseThrow();
            String next = String.valueOf(Integer.parseInt(seen.value().utf8()) + 1);
            accepted = commit(
                            client,
                            request().checkUnchanged(counter, seen.version()).put(counter, Bytes.utf8(next)))
                    .accepted();
        }
    }

    @Test
    void rule2_aRefusedCommitChangesNothingAndNamesTheCheck() {
        Version seen = put(left, KEY, "a");
        Check failing = Check.absent(KEY);
        CommitResult result = commit(
                left,
                request()
                        .checkUnchanged(KEY, seen)
                        .check(failing)
                        .put(OTHER, Bytes.utf8("b"))
                        .delete(KEY));

        assertThat(result).isEqualTo(new Refused(failing));
        assertThat(text(left, KEY)).contains("a");
        assertThat(text(left, OTHER)).isEmpty();
    }

    @Test
    void rule2_everyKindOfCheckIsRefusedByValue() {
        Version seen = put(left, KEY, "a");
        Version newer = put(left, KEY, "b");

        for (Check check : List.of(
                Check.absent(KEY), Check.unchanged(KEY, seen), Check.present(OTHER), Check.unchanged(OTHER, newer))) {
            assertThat(commit(left, request().check(check).put(Key.of("/x"), Bytes.empty())))
                    .isEqualTo(new Refused(check));
        }
        for (Check check : List.of(Check.absent(OTHER), Check.unchanged(KEY, newer), Check.present(KEY))) {
            assertThat(commit(left, request().check(check).put(Key.of("/x"), Bytes.empty()))
                            .accepted())
                    .isTrue();
        }
    }

    @Test
    void rule2_aCommitThatBreaksAnotherRuleTooIsRefused() {
        Key parent = Key.of("/a");
        putForSession(left, KEY, "session");
        put(left, parent.child("b"), "child");
        Check failing = Check.absent(KEY);
        Key session = Key.of("/p");

        for (Commit.Builder broken : List.of(
                request().put(KEY.child("below"), Bytes.empty()),
                request().put(KEY.child("far").child("below"), Bytes.empty()),
                request().putForSession(parent, Bytes.empty()),
                request().putForSession(session, Bytes.empty()).put(session.child("q"), Bytes.empty()))) {
            assertThat(commit(right, broken.check(failing))).isEqualTo(new Refused(failing));
        }
        assertThat(children(left, KEY)).isEmpty();
        assertThat(text(left, parent)).isEmpty();
        assertThat(text(left, session)).isEmpty();
    }

    @Test
    void rule3_aKeyCreatedAgainNeverMatchesAnOldVersion() {
        List<Version> seen = new ArrayList<>();
        for (int life = 0; life < 4; life++) {
            seen.add(put(left, KEY, "same"));
            seen.add(put(left, KEY, "same"));
            accepted(left, request().delete(KEY));
        }
        Version last = put(right, KEY, "same");

        assertThat(seen).doesNotHaveDuplicates().doesNotContain(last);
        for (Version old : seen) {
            assertThat(commit(left, request().checkUnchanged(KEY, old).put(KEY, Bytes.utf8("x")))
                            .accepted())
                    .isFalse();
        }
    }

    @Test
    void rule4_aClientReadsItsOwnCommits() {
        for (int i = 0; i < 50; i++) {
            MetadataStore client = i % 2 == 0 ? left : right;
            Version written = put(client, KEY, "value " + i);

            assertThat(read(client, KEY).orElseThrow().version()).isEqualTo(written);
            assertThat(text(client, KEY)).contains("value " + i);
        }
    }

    @Test
    void rule4_commitsThatDoNotWaitForEachOtherTakeEffectInOrder() {
        RecordingWatcher watcher = watch(right, KEY);
        List<CompletionStage<CommitResult>> stages = new ArrayList<>();
        for (int i = 1; i <= MANY; i++) {
            stages.add(left.commit(
                    request().put(KEY, Bytes.utf8(String.valueOf(i))).build()));
            stages.add(left.commit(
                    request().put(OTHER, Bytes.utf8(String.valueOf(i))).build()));
        }
        stages.forEach(this::assertAccepted);

        assertThat(text(left, KEY)).contains(String.valueOf(MANY));
        assertThat(text(left, OTHER)).contains(String.valueOf(MANY));
        watcher.awaitPicture(Map.of(KEY, String.valueOf(MANY)));
        assertThat(watcher.told(KEY).stream().map(Integer::valueOf).toList()).isSorted();
    }

    /** Each is refused unless it comes right after the one before. */
    @Test
    void rule4_checksOfCommitsThatDoNotWaitSeeTheOnesBefore() {
        List<CompletionStage<CommitResult>> stages = new ArrayList<>();
        for (int i = 1; i <= MANY; i++) {
            stages.add(left.commit(request()
                    .checkAbsent(KEY)
                    .put(KEY, Bytes.utf8(String.valueOf(i)))
                    .build()));
            stages.add(left.commit(request().checkPresent(KEY).delete(KEY).build()));
        }
        stages.forEach(this::assertAccepted);

        assertThat(text(left, KEY)).isEmpty();
    }

    private void assertAccepted(CompletionStage<CommitResult> stage) {
        assertThat(patience().await(stage)).isInstanceOf(Accepted.class);
    }

    @Test
    void rule4_readsNeverGoBackWhileAnotherClientWrites() {
        put(left, KEY, "0");
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            for (int i = 1; i <= 200; i++) {
                put(left, KEY, String.valueOf(i));
            }
        });
        long since = System.nanoTime();
        int last = 0;
        while (last < 200) {
            patience().requireSince(since, "a read of the last state");
            int now = Integer.parseInt(text(right, KEY).orElseThrow());
            assertThat(now).isGreaterThanOrEqualTo(last);
            last = now;
        }
        patience().await(writing);
    }

    @Test
    void rule4_aReadIsNotOlderThanWhatAWatcherWasTold() {
        RecordingWatcher watcher = new RecordingWatcher(patience());
        try (Registration watch = right.watch(KEY, watcher)) {
            assertThat(watch).isNotNull();
            for (int i = 1; i <= 50; i++) {
                put(left, KEY, String.valueOf(i));
                watcher.awaitPicture(Map.of(KEY, String.valueOf(i)));

                assertThat(text(right, KEY)).contains(String.valueOf(i));
            }
        }
    }

    @Test
    void rule5_parentsAreImplicitAndListedInOrder() {
        put(left, Key.of("/a/b/c"), "deep");
        put(left, Key.of("/a/z"), "leaf");
        put(left, Key.of("/a/b"), "middle");
        put(left, Key.of("/a-b"), "neighbour");

        assertThat(text(left, Key.of("/a"))).isEmpty();
        assertThat(children(left, Key.of("/a"))).containsExactly("b", "z");
        assertThat(children(left, Key.ROOT)).contains("a", "a-b");
        assertThat(children(left, Key.of("/a/z"))).isEmpty();
        assertThat(children(left, Key.of("/nothing/there"))).isEmpty();
        assertThat(text(left, Key.ROOT)).isEmpty();
    }

    @Test
    void rule5_deletingAKeyLeavesThoseBelowIt() {
        Version before = put(left, Key.of("/a"), "parent");
        put(left, Key.of("/a/b"), "child");
        accepted(left, request().delete(Key.of("/a")));

        assertThat(text(left, Key.of("/a"))).isEmpty();
        assertThat(text(left, Key.of("/a/b"))).contains("child");
        assertThat(children(left, Key.of("/a"))).containsExactly("b");
        assertThat(commit(left, request().checkPresent(Key.of("/a")).put(KEY, Bytes.empty()))
                        .accepted())
                .isFalse();
        assertThat(put(left, Key.of("/a"), "again")).isNotEqualTo(before);
    }

    @Test
    void rule5_deletingAnAbsentKeyDoesNothing() {
        assertThat(commit(left, request().delete(KEY).put(OTHER, Bytes.utf8("a")))
                        .accepted())
                .isTrue();
        assertThat(text(left, OTHER)).contains("a");
    }

    @Test
    void rule5_twoClientsMayCreateAndDeleteTheSameKeysAtOnce() {
        List<CompletableFuture<Void>> racers = new ArrayList<>();
        for (MetadataStore client : List.of(left, right)) {
            racers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 50; i++) {
                    Key entry = Key.of("/errors/orders-1/bolt/e" + i % 5);
                    accepted(client, request().put(entry, Bytes.utf8("oops")));
                    accepted(client, request().delete(entry));
                }
            }));
        }
        racers.forEach(racer -> patience().await(racer));

        for (int i = 0; i < 5; i++) {
            assertThat(text(left, Key.of("/errors/orders-1/bolt/e" + i))).isEmpty();
        }
    }

    @Test
    void rule6_aSessionKeyGoesWithItsClient() {
        RecordingWatcher watcher = watch(right, KEY);
        putForSession(left, KEY, "mine");
        put(left, OTHER, "stays");
        watcher.awaitPicture(Map.of(KEY, "mine"));
        left.close();

        watcher.awaitPicture(Map.of());
        assertThat(text(right, KEY)).isEmpty();
        assertThat(text(right, OTHER)).contains("stays");
    }

    @Test
    void rule6_aSessionKeyBelongsToWhoPutItLast() throws Exception {
        MetadataStore probe = openClient();
        Key gone = Key.of("/gone");
        RecordingWatcher watcher = watch(probe, gone);
        putForSession(left, KEY, "left");
        putForSession(left, OTHER, "left");
        putForSession(left, gone, "left");
        putForSession(right, KEY, "right");
        put(right, OTHER, "persistent now");
        watcher.awaitPicture(Map.of(gone, "left"));
        left.close();
        watcher.awaitPicture(Map.of());

        assertThat(text(right, KEY)).contains("right");
        assertThat(text(right, OTHER)).contains("persistent now");
        RecordingWatcher second = watch(probe, KEY);
        second.awaitPicture(Map.of(KEY, "right"));
        right.close();
        second.awaitPicture(Map.of());
        assertThat(text(probe, OTHER)).contains("persistent now");
    }

    @Test
    void rule6_aPersistentKeyCanBecomeASessionKey() {
        RecordingWatcher watcher = watch(right, KEY);
        put(left, KEY, "persistent");
        Version bound = putForSession(left, KEY, "session");
        assertThat(read(left, KEY).orElseThrow().version()).isEqualTo(bound);
        watcher.awaitPicture(Map.of(KEY, "session"));
        left.close();

        watcher.awaitPicture(Map.of());
    }

    @Test
    void rule6_sessionKeysHaveNoChildren() {
        putForSession(left, KEY, "session");
        assertFails(
                Category.REJECTED,
                left.commit(request().put(KEY.child("below"), Bytes.empty()).build()));
        assertFails(
                Category.REJECTED,
                right.commit(request()
                        .put(KEY.child("far").child("below"), Bytes.empty())
                        .build()));

        put(left, Key.of("/a/b"), "child");
        assertFails(
                Category.REJECTED,
                left.commit(request().putForSession(Key.of("/a"), Bytes.empty()).build()));
        assertFails(
                Category.REJECTED,
                left.commit(request()
                        .putForSession(Key.of("/p"), Bytes.empty())
                        .put(Key.of("/p/q"), Bytes.empty())
                        .put(OTHER, Bytes.empty())
                        .build()));

        assertThat(children(left, KEY)).isEmpty();
        assertThat(text(left, Key.of("/a"))).isEmpty();
        assertThat(text(left, OTHER)).isEmpty();
    }

    @Test
    void rule7_aClientHasASessionOfItsOwn() {
        assertThat(left.session().state()).isEqualTo(Session.State.CONNECTED);
        assertThat(left.session().id())
                .isNotEmpty()
                .isNotEqualTo(right.session().id());
        assertThat(left.session()).isSameAs(left.session());
    }

    @Test
    void rule7_aSuspendedSessionKeepsItsKeys() throws Exception {
        needs(Capability.SUSPEND);
        RecordingSession heard = new RecordingSession(patience());
        left.session().listen(heard);
        String id = left.session().id();
        putForSession(left, KEY, "mine");
        suspend(left);
        heard.await("suspended");
        assertThat(left.session().state()).isEqualTo(Session.State.SUSPENDED);
        resume(left);
        heard.await("resumed");

        assertThat(left.session().state()).isEqualTo(Session.State.CONNECTED);
        assertThat(left.session().id()).isEqualTo(id);
        assertThat(heard.told()).doesNotContain("ended", "renewed");
        assertThat(text(right, KEY)).contains("mine");
        assertThat(put(left, OTHER, "works")).isNotNull();
    }

    @Test
    void rule7_anEndedSessionLosesItsKeysAndIsRenewed() throws Exception {
        needs(Capability.END_SESSION);
        RecordingSession heard = new RecordingSession(patience());
        left.session().listen(heard);
        String id = left.session().id();
        putForSession(left, KEY, "mine");
        RecordingWatcher watcher = watch(right, KEY);
        watcher.awaitPicture(Map.of(KEY, "mine"));
        endSession(left);
        heard.await("renewed");
        watcher.awaitPicture(Map.of());

        assertThat(heard.told().indexOf("ended")).isBetween(0, heard.told().indexOf("renewed") - 1);
        assertThat(left.session().state()).isEqualTo(Session.State.CONNECTED);
        assertThat(left.session().id()).isEqualTo(heard.renewedAs()).isNotEqualTo(id);
        putForSession(left, KEY, "mine again");
        assertThat(text(right, KEY)).contains("mine again");
        watcher.awaitPicture(Map.of(KEY, "mine again"));
    }

    /** The client may know of the end only after its callback, and what it was asked for meanwhile waits behind that. */
    @Test
    void rule7_whatWasAskedForInASessionIsNotDoneInTheNext() throws Exception {
        needs(Capability.END_SESSION);
        RecordingSession heard = new RecordingSession(patience());
        left.session().listen(heard);
        putForSession(left, OTHER, "tells when the session has ended");
        RecordingWatcher watcher = watch(right, OTHER);
        watcher.awaitPicture(Map.of(OTHER, "tells when the session has ended"));
        List<CompletionStage<CommitResult>> bound = new ArrayList<>();
        Held held = hold(left);
        try {
            endSession(left);
            watcher.awaitPicture(Map.of());
            for (int i = 0; i < 3; i++) {
                bound.add(left.commit(
                        request().putForSession(KEY, Bytes.utf8("asked before")).build()));
            }
        } finally {
            held.end();
        }
        heard.await("renewed");

        bound.forEach(stage -> assertFails(Category.UNAVAILABLE, stage));
        assertThat(text(right, KEY)).isEmpty();
        putForSession(left, KEY, "asked afterwards");
        assertThat(text(right, KEY)).contains("asked afterwards");
    }

    @Test
    void rule7_betweenEndedAndRenewedThereAreNoSessionKeys() throws Exception {
        needs(Capability.END_SESSION);
        RecordingSession heard = new RecordingSession(patience());
        List<CompletionStage<CommitResult>> bound = new CopyOnWriteArrayList<>();
        heard.onChange(() -> {
            if (left.session().state() == Session.State.ENDED) {
                bound.add(left.commit(
                        request().putForSession(KEY, Bytes.utf8("between")).build()));
            }
        });
        left.session().listen(heard);
        for (int time = 1; time <= 3; time++) {
            endSession(left);
            heard.await("renewed", time);
        }

        assertThat(bound).hasSizeGreaterThanOrEqualTo(3);
        bound.forEach(stage -> assertFails(Category.UNAVAILABLE, stage));
        assertThat(text(right, KEY)).isEmpty();
    }

    /** A callback of a client, and with it all of its stages and callbacks, held until the end. */
    private record Held(CountDownLatch release, Registration watch) {
        void end() {
            release.countDown();
            watch.close();
        }
    }

    private Held hold(MetadataStore client) {
        Key key = Key.of("/held");
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingWatcher watcher = new RecordingWatcher(patience());
        watcher.onPut(() -> {
            entered.countDown();
            awaitLatch(release, LONGER_THAN_PATIENCE);
        });
        Held held = new Held(release, client.watch(key, watcher));
        put(right, key, "holds");
        awaitLatch(entered);
        return held;
    }

    @Test
    void rule7_aListenerThatWasClosedHearsNothing() throws Exception {
        needs(Capability.END_SESSION);
        RecordingSession closed = new RecordingSession(patience());
        RecordingSession heard = new RecordingSession(patience());
        left.session().listen(closed).close();
        left.session().listen(heard);
        endSession(left);
        heard.await("renewed");

        assertThat(closed.told()).isEmpty();
    }

    @Test
    void rule8_aWatcherGetsWhatIsThereAndThenWhatChanges() {
        put(left, KEY, "a");
        put(left, KEY.child("below"), "b");
        put(left, Key.of("/storms/orders-10"), "neighbour");
        RecordingWatcher watcher = watch(right, KEY);
        assertThat(watcher.picture()).isEqualTo(Map.of(KEY, "a", KEY.child("below"), "b"));

        put(left, KEY, "c");
        put(left, KEY.child("new").child("deep"), "d");
        accepted(left, request().delete(KEY.child("below")));

        watcher.awaitPicture(Map.of(KEY, "c", KEY.child("new").child("deep"), "d"));
        assertThat(watcher.timesSynced()).isEqualTo(1);
    }

    @Test
    void rule8_theRootWatchesEverything() {
        put(left, KEY, "a");
        RecordingWatcher watcher = watch(right, Key.ROOT);
        put(left, Key.of("/b"), "b");

        watcher.awaitPicture(Map.of(KEY, "a", Key.of("/b"), "b"));
    }

    @Test
    void rule8_theLastStateIsNeverMissedNorDoesAKeyGoBack() {
        RecordingWatcher watcher = watch(right, KEY);
        for (int i = 1; i <= 300; i++) {
            put(left, KEY, String.valueOf(i));
        }
        watcher.awaitPicture(Map.of(KEY, "300"));

        List<Integer> told = watcher.told(KEY).stream().map(Integer::valueOf).toList();
        assertThat(told).isSorted();
    }

    @Test
    void rule8_aKeyDeletedAndCreatedAgainShowsItsNewContent() {
        put(left, KEY, "old");
        RecordingWatcher watcher = watch(right, KEY);
        accepted(left, request().delete(KEY));
        put(left, KEY, "new");

        watcher.awaitPicture(Map.of(KEY, "new"));
    }

    @Test
    void rule8_aKeyThatCameAndWentBeforeItWasToldDoesNotStay() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingWatcher watcher = watch(right, Key.of("/storms"));
        watcher.onPut(() -> {
            entered.countDown();
            awaitLatch(release);
        });
        put(left, OTHER, "keeps the watcher busy");
        awaitLatch(entered);
        put(left, KEY, "came");
        accepted(left, request().delete(KEY));
        put(left, OTHER, "last");
        release.countDown();

        watcher.awaitPicture(Map.of(OTHER, "last"));
        List<String> told = watcher.told(KEY);
        assertThat(told.isEmpty() || told.get(told.size() - 1).equals("deleted"))
                .as("told " + told)
                .isTrue();
    }

    @Test
    void rule8_afterAGapAWatcherIsToldWhatChangedMeanwhile() throws Exception {
        needs(Capability.SUSPEND);
        put(left, KEY, "same version counter");
        put(left, OTHER, "to be deleted");
        Key third = Key.of("/storms/orders-3");
        RecordingWatcher watcher = watch(right, Key.of("/storms"));
        suspend(right);
        accepted(left, request().delete(KEY));
        put(left, KEY, "created again");
        accepted(left, request().delete(OTHER));
        put(left, third, "new");
        resume(right);

        watcher.awaitPicture(Map.of(KEY, "created again", third, "new"));
        watcher.awaitSynced(2);
        put(left, third, "newer");
        watcher.awaitPicture(Map.of(KEY, "created again", third, "newer"));
    }

    @Test
    void rule8_aWatchOutlivesTheSession() throws Exception {
        needs(Capability.END_SESSION);
        RecordingWatcher watcher = watch(right, KEY);
        endSession(right);
        put(left, KEY, "after");

        watcher.awaitPicture(Map.of(KEY, "after"));
        watcher.awaitSynced(2);
    }

    @Test
    void rule8_aClosedWatchIsToldNothing() {
        RecordingWatcher closed = new RecordingWatcher(patience());
        Registration watch = right.watch(KEY, closed);
        closed.awaitSynced(1);
        watch.close();
        watch.close();
        int calls = closed.calls();
        RecordingWatcher open = watch(right, KEY);
        put(left, KEY, "a");
        open.awaitPicture(Map.of(KEY, "a"));

        assertThat(closed.calls()).isEqualTo(calls);
    }

    @Test
    void rule8_aWatchMayBeClosedInItsCallback() {
        RecordingWatcher watcher = new RecordingWatcher(patience());
        Registration watch = right.watch(KEY, watcher);
        watcher.awaitSynced(1);
        watcher.onPut(watch::close);
        put(left, KEY, "a");
        watcher.awaitPicture(Map.of(KEY, "a"));
        RecordingWatcher open = watch(right, KEY);
        put(left, KEY, "b");
        open.awaitPicture(Map.of(KEY, "b"));

        assertThat(watcher.picture()).isEqualTo(Map.of(KEY, "a"));
    }

    @Test
    void rule9_commitsAtTheLimitsWork() {
        Commit.Builder most = request();
        for (int i = 0; i < MetadataStore.MAX_OPERATIONS / 2; i++) {
            most.put(Key.of("/tasks/t/" + i), Bytes.utf8("task " + i));
            most.checkAbsent(Key.of("/tasks/t/" + i));
        }
        accepted(left, most);
        byte[] large = new byte[MetadataStore.MAX_VALUE_BYTES];
        large[large.length - 1] = 1;
        accepted(left, request().put(KEY, Bytes.of(large)));
        int rest = MetadataStore.MAX_COMMIT_BYTES
                - MetadataStore.MAX_VALUE_BYTES
                - 2 * KEY.path().length();
        accepted(left, request().put(KEY, Bytes.of(large)).put(OTHER, Bytes.of(new byte[rest])));

        assertThat(children(right, Key.of("/tasks/t"))).hasSize(MetadataStore.MAX_OPERATIONS / 2);
        assertThat(read(left, KEY).orElseThrow().value()).isEqualTo(Bytes.of(large));
        assertThat(read(left, OTHER).orElseThrow().value().length()).isEqualTo(rest);
    }

    @Test
    void rule9_whatIsOverALimitCannotBeMade() {
        Commit.Builder tooMany = request();
        for (int i = 0; i <= MetadataStore.MAX_OPERATIONS; i++) {
            tooMany.delete(Key.of("/tasks/t/" + i));
        }
        assertCannotBeMade(tooMany);
        Bytes tooLarge = Bytes.of(new byte[MetadataStore.MAX_VALUE_BYTES + 1]);
        assertCannotBeMade(request().put(KEY, tooLarge));

        assertThat(put(left, KEY, "the client still works")).isNotNull();
    }

    @Test
    void rule9_emptyValuesAreValuesAndLongKeysAreKeys() {
        Key longest = Key.of("/" + "k".repeat(Key.MAX_LENGTH - 1));
        accepted(left, request().put(KEY, Bytes.empty()).put(longest, Bytes.utf8("long")));

        assertThat(read(left, KEY).orElseThrow().value()).isEqualTo(Bytes.empty());
        assertThat(text(left, longest)).contains("long");
    }

    @Test
    void rule10_whatIsReadTellsWhichRequestWroteIt() {
        accepted(left, Commit.builder("request-1").put(KEY, Bytes.utf8("a")).put(OTHER, Bytes.utf8("b")));
        accepted(right, Commit.builder("request-2").put(OTHER, Bytes.utf8("c")));
        RecordingWatcher watcher = watch(right, KEY);
        watcher.awaitPicture(Map.of(KEY, "a"));

        assertThat(read(right, KEY).orElseThrow().requestId()).isEqualTo("request-1");
        assertThat(read(right, OTHER).orElseThrow().requestId()).isEqualTo("request-2");
    }

    @Test
    void rule10_aCommitWhoseAnswerWasLostCanBeRepeated() throws Exception {
        needs(Capability.LOSE_ANSWER);
        Version seen = put(left, KEY, "1");
        Commit increment = Commit.builder("increment-1")
                .checkUnchanged(KEY, seen)
                .put(KEY, Bytes.utf8("2"))
                .build();
        loseNextAnswer(left);
        assertFails(Category.UNAVAILABLE, left.commit(increment));
        CommitResult repeated = repeatWhileUnavailable(increment);

        Versioned now = read(left, KEY).orElseThrow();
        assertThat(repeated).isEqualTo(new Accepted(Map.of(KEY, now.version())));
        assertThat(now.value()).isEqualTo(Bytes.utf8("2"));
    }

    /** The connection was lost with the answer, and may not be there again yet. */
    private CommitResult repeatWhileUnavailable(Commit commit) {
        long deadline = System.nanoTime() + patience().longest().toNanos();
        while (true) {
            try {
                return patience().await(left.commit(commit));
            } catch (EngineException e) {
                if (e.category() != Category.UNAVAILABLE || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    @Test
    void rule10_aRepeatedCommitThatHappenedIsAcceptedAndChangesNothing() {
        Commit create = Commit.builder("create-1")
                .checkAbsent(KEY)
                .put(KEY, Bytes.utf8("a"))
                .build();
        CommitResult first = patience().await(left.commit(create));
        CommitResult second = patience().await(left.commit(create));

        assertThat(first.accepted()).isTrue();
        assertThat(second).isEqualTo(first);
    }

    @Test
    void rule10_anotherRequestIsNotTakenForARepetition() {
        Commit first = Commit.builder("create-1")
                .checkAbsent(KEY)
                .put(KEY, Bytes.utf8("a"))
                .build();
        Commit other = Commit.builder("create-2")
                .checkAbsent(KEY)
                .put(KEY, Bytes.utf8("a"))
                .build();
        assertThat(patience().await(left.commit(first)).accepted()).isTrue();

        assertThat(patience().await(right.commit(other))).isEqualTo(new Refused(Check.absent(KEY)));
        put(right, KEY, "b");
        assertThat(patience().await(left.commit(first)).accepted())
                .as("nothing of it is left to recognize it by")
                .isFalse();
    }

    @Test
    void rule10_aSuspendedClientFailsAsUnavailableOrWaits() throws Exception {
        needs(Capability.SUSPEND);
        suspend(left);
        CompletionStage<CommitResult> stage =
                left.commit(request().put(KEY, Bytes.utf8("a")).build());
        resume(left);

        try {
            assertThat(patience().await(stage).accepted()).isTrue();
        } catch (EngineException e) {
            assertThat(e.category()).isEqualTo(Category.UNAVAILABLE);
        }
    }

    @Test
    void rule11_oneOfSeveralCandidatesLeadsAndItsKeySaysSo() {
        RecordingCandidate first = new RecordingCandidate(patience());
        RecordingCandidate second = new RecordingCandidate(patience());
        try (LeaderElection a = left.elect(ELECTION, first);
                LeaderElection b = right.elect(ELECTION, second)) {
            assertThat(a).isNotSameAs(b);
            awaitLeader(0, first, second);
            RecordingCandidate winner = first.held().isPresent() ? first : second;
            Leadership leadership = winner.held().orElseThrow();

            Leader leader = Leader.of(read(left, ELECTION.leader()).orElseThrow());
            assertThat(leader.epoch()).isEqualTo(leadership.epoch()).isPositive();
            assertThat(leader.description()).isEqualTo(Bytes.utf8("host-a"));
            assertThat(first.leaderships().size() + second.leaderships().size()).isEqualTo(1);
            assertThat(commit(left, request().check(leadership.fence()).put(KEY, Bytes.empty()))
                            .accepted())
                    .isTrue();
        }
    }

    /** Waits until exactly one of two candidates leads under a newer epoch, never mind which. */
    private void awaitLeader(long olderEpoch, RecordingCandidate first, RecordingCandidate second) {
        Object monitor = new Object();
        Runnable wake = () -> {
            synchronized (monitor) {
                monitor.notifyAll();
            }
        };
        first.onChange(wake);
        second.onChange(wake);
        patience().until(monitor, "one leader", () -> oneLeads(olderEpoch, first.held(), second.held()));
    }

    private static boolean oneLeads(long olderEpoch, Optional<Leadership> first, Optional<Leadership> second) {
        return first.isPresent() != second.isPresent()
                && first.or(() -> second).orElseThrow().epoch() > olderEpoch;
    }

    @Test
    void rule11_resigningElectsTheNextWithAHigherEpochAndFencesTheOld() {
        RecordingCandidate first = new RecordingCandidate(patience());
        LeaderElection held = left.elect(ELECTION, first);
        Leadership old = first.awaitElected(1);
        RecordingCandidate second = new RecordingCandidate(patience());
        right.elect(ELECTION, second);
        held.close();
        held.close();
        Leadership next = second.awaitElected(1);

        assertThat(next.epoch()).isGreaterThan(old.epoch());
        assertThat(fenced(left, old)).isTrue();
        assertThat(fenced(right, next)).isFalse();
        assertThat(first.timesDeposed()).isZero();
    }

    @Test
    void rule11_whoResignsWhileItIsSuspendedIsFollowed() throws Exception {
        needs(Capability.SUSPEND);
        RecordingSession heard = new RecordingSession(patience());
        left.session().listen(heard);
        RecordingCandidate first = new RecordingCandidate(patience());
        LeaderElection held = left.elect(ELECTION, first);
        Leadership old = first.awaitElected(1);
        RecordingCandidate second = new RecordingCandidate(patience());
        right.elect(ELECTION, second);
        suspend(left);
        heard.await("suspended");
        held.close();
        resume(left);

        assertThat(second.awaitElected(1).epoch()).isGreaterThan(old.epoch());
    }

    @Test
    void rule11_closingTheStoreElectsTheNext() {
        RecordingCandidate first = new RecordingCandidate(patience());
        left.elect(ELECTION, first);
        first.awaitElected(1);
        RecordingCandidate second = new RecordingCandidate(patience());
        right.elect(ELECTION, second);
        left.close();

        second.awaitElected(1);
    }

    @Test
    void rule11_theEpochRisesAlsoWhenAllHadGone() {
        long last = 0;
        for (int round = 0; round < 3; round++) {
            RecordingCandidate candidate = new RecordingCandidate(patience());
            try (LeaderElection election = left.elect(ELECTION, candidate)) {
                assertThat(election).isNotNull();
                Leadership leadership = candidate.awaitElected(1);
                assertThat(leadership.epoch()).isGreaterThan(last);
                last = leadership.epoch();
            }
        }
    }

    @Test
    void rule11_whoLosesItsSessionIsDeposedAndOneLeaderRemains() throws Exception {
        needs(Capability.END_SESSION);
        RecordingCandidate first = new RecordingCandidate(patience());
        left.elect(ELECTION, first);
        Leadership old = first.awaitElected(1);
        RecordingCandidate second = new RecordingCandidate(patience());
        right.elect(ELECTION, second);
        endSession(left);
        first.awaitDeposed(1);
        awaitLeader(old.epoch(), first, second);

        assertThat(fenced(left, old)).isTrue();
        assertThat(first.outOfStep() || second.outOfStep()).isFalse();
    }

    @Test
    void rule11_aLeaderWhoseKeyIsDeletedIsDeposedAndElectsAnew() {
        RecordingCandidate candidate = new RecordingCandidate(patience());
        left.elect(ELECTION, candidate);
        Leadership old = candidate.awaitElected(1);
        accepted(right, request().delete(ELECTION.leader()));
        candidate.awaitDeposed(1);
        Leadership next = candidate.awaitElected(2);

        assertThat(next.epoch()).isGreaterThan(old.epoch());
        assertThat(candidate.outOfStep()).isFalse();
    }

    @Test
    void rule11_aLeaderWhoseKeyIsTakenIsDeposedAndElectedAgainOnceItIsFree() {
        RecordingCandidate candidate = new RecordingCandidate(patience());
        left.elect(ELECTION, candidate);
        Leadership old = candidate.awaitElected(1);
        Bytes another = Bytes.of(
                ByteBuffer.allocate(Long.BYTES).putLong(old.epoch() + 1_000).array());
        accepted(right, request().putForSession(ELECTION.leader(), another));
        candidate.awaitDeposed(1);
        assertThat(Leader.of(read(right, ELECTION.leader()).orElseThrow()).epoch())
                .isEqualTo(old.epoch() + 1_000);
        right.close();

        assertThat(candidate.awaitElected(2).epoch()).isGreaterThan(old.epoch());
        assertThat(candidate.outOfStep()).isFalse();
    }

    @Test
    void rule11_aLeaderWhoseKeyIsDeletedBeforeItsClientIsToldIsDeposed() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingWatcher leader = watch(right, ELECTION.leader());
        RecordingWatcher slow = watch(left, ELECTION.epoch());
        slow.onPut(() -> {
            entered.countDown();
            awaitLatch(release);
        });
        RecordingCandidate candidate = new RecordingCandidate(patience());
        left.elect(ELECTION, candidate);
        awaitLatch(entered);
        patience().until(leader, "a leader's key", () -> !leader.picture().isEmpty());
        long old = Leader.of(read(right, ELECTION.leader()).orElseThrow()).epoch();
        accepted(right, request().delete(ELECTION.leader()));
        release.countDown();
        patience()
                .until(
                        candidate,
                        "a leadership after epoch " + old,
                        () -> candidate.held().filter(now -> now.epoch() > old).isPresent());

        assertThat(fenced(left, candidate.held().orElseThrow())).isFalse();
        assertThat(candidate.outOfStep()).isFalse();
    }

    @Test
    void rule11_aSuspensionAloneDeposesNobody() throws Exception {
        needs(Capability.SUSPEND);
        RecordingSession session = new RecordingSession(patience());
        left.session().listen(session);
        RecordingCandidate candidate = new RecordingCandidate(patience());
        left.elect(ELECTION, candidate);
        Leadership leadership = candidate.awaitElected(1);
        for (int time = 1; time <= 3; time++) {
            suspend(left);
            session.await("suspended", time);
            resume(left);
            session.await("resumed", time);
        }

        assertThat(fenced(left, leadership)).isFalse();
        assertThat(candidate.timesDeposed()).isZero();
    }

    @Test
    void rule11_aLostAnswerInAnElectionElectsOnce() throws Exception {
        needs(Capability.LOSE_ANSWER);
        loseNextAnswer(left);
        RecordingCandidate candidate = new RecordingCandidate(patience());
        left.elect(ELECTION, candidate);
        Leadership leadership = candidate.awaitElected(1);

        assertThat(fenced(left, leadership)).isFalse();
        assertThat(Leader.of(read(left, ELECTION.leader()).orElseThrow()).epoch())
                .isEqualTo(leadership.epoch());
    }

    /** It is reported, and once somebody has put it right, there is a leader. */
    @Test
    void rule11_aForeignValueInTheLeadersKeyDoesNotEndTheElection() {
        put(right, ELECTION.leader(), "x");
        RecordingCandidate candidate = new RecordingCandidate(patience());
        left.elect(ELECTION, candidate);
        patience()
                .until(
                        context,
                        "the foreign value is reported",
                        () -> !context.errors().isEmpty());
        assertThat(candidate.leaderships()).isEmpty();
        accepted(right, request().delete(ELECTION.leader()));

        Leadership leadership = candidate.awaitElected(1);
        assertThat(fenced(right, leadership)).isFalse();
    }

    private boolean fenced(MetadataStore client, Leadership leadership) {
        return !commit(client, request().check(leadership.fence()).put(KEY, Bytes.empty()))
                .accepted();
    }

    @Test
    void rule12_callbacksMayCallTheStoreAndDoNotOverlap() {
        RecordingWatcher watcher = new RecordingWatcher(patience());
        AtomicInteger chained = new AtomicInteger();
        Key copies = Key.of("/copies");
        watcher.onPut(() -> left.read(KEY)
                .thenCompose(state -> left.commit(request()
                        .put(copies.child("c" + chained.incrementAndGet()), Bytes.empty())
                        .build())));
        Registration watch = left.watch(KEY, watcher);
        RecordingWatcher copied = watch(right, copies);
        for (int i = 0; i < 20; i++) {
            put(right, KEY, String.valueOf(i));
        }
        watcher.awaitPicture(Map.of(KEY, "19"));
        patience().until(copied, "a copy", () -> !copied.picture().isEmpty());
        watch.close();

        assertThat(watcher.overlapped()).isFalse();
    }

    @Test
    void rule12_nothingBlocksWhileACallbackOfThatClientRuns() {
        List<CompletionStage<?>> stages = new CopyOnWriteArrayList<>();
        RecordingWatcher watcher = new RecordingWatcher(patience());
        RecordingCandidate candidate = new RecordingCandidate(patience());
        Held held = hold(left);
        try {
            patience().await(CompletableFuture.runAsync(() -> {
                stages.add(left.read(KEY));
                stages.add(left.children(KEY));
                stages.add(left.commit(request().put(KEY, Bytes.utf8("a")).build()));
                stages.add(left.commit(
                        request().putForSession(OTHER, Bytes.utf8("b")).build()));
                left.watch(KEY, watcher);
                left.elect(ELECTION, candidate);
                left.session().listen(new RecordingSession(patience()));
                assertThat(left.session().id()).isNotEmpty();
                assertThat(left.session().state()).isEqualTo(Session.State.CONNECTED);
            }));
        } finally {
            held.end();
        }

        assertThat(stages).hasSize(4);
        stages.forEach(stage -> patience().await(stage));
        watcher.awaitPicture(Map.of(KEY, "a"));
        candidate.awaitElected(1);
    }

    @Test
    void rule12_manyThreadsMayCall() {
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            Key key = Key.of("/threads/t" + thread);
            callers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 25; i++) {
                    put(left, key, String.valueOf(i));
                    assertThat(text(left, key)).contains(String.valueOf(i));
                }
            }));
        }
        callers.forEach(caller -> patience().await(caller));

        assertThat(children(right, Key.of("/threads"))).containsExactly("t0", "t1", "t2", "t3");
    }

    @Test
    void rule12_whatAWatcherThrowsIsReportedAndItIsCalledAgain() {
        Throwing throwing = new Throwing("the watcher");
        RecordingWatcher watcher = new RecordingWatcher(patience());
        watcher.onPut(throwing);
        right.watch(KEY, watcher);
        put(left, KEY, "a");
        watcher.awaitPicture(Map.of(KEY, "a"));
        put(left, KEY, "b");
        watcher.awaitPicture(Map.of(KEY, "b"));

        assertReported(throwing);
    }

    @Test
    void rule12_whatACandidateThrowsIsReportedAndItIsCalledAgain() {
        Throwing throwing = new Throwing("the candidate");
        RecordingCandidate candidate = new RecordingCandidate(patience());
        candidate.onChange(throwing);
        left.elect(ELECTION, candidate);
        for (int time = 1; time <= 2; time++) {
            candidate.awaitElected(time);
            accepted(right, request().delete(ELECTION.leader()));
            candidate.awaitDeposed(time);
        }
        Leadership last = candidate.awaitElected(3);

        assertReported(throwing);
        assertThat(fenced(right, last)).isFalse();
    }

    @Test
    void rule12_whatASessionListenerThrowsIsReportedAndItIsCalledAgain() throws Exception {
        needs(Capability.END_SESSION);
        Throwing throwing = new Throwing("the listener");
        RecordingSession heard = new RecordingSession(patience());
        heard.onChange(throwing);
        left.session().listen(heard);
        for (int time = 1; time <= 2; time++) {
            endSession(left);
            heard.await("ended", time);
            heard.await("renewed", time);
        }

        assertReported(throwing);
        assertThat(put(left, KEY, "works")).isNotNull();
    }

    private void assertReported(Throwing throwing) {
        patience()
                .until(
                        context,
                        "all that was thrown is reported",
                        () -> context.errors().containsAll(throwing.thrown()));
        assertThat(throwing.thrown()).hasAtLeastOneElementOfType(Error.class).hasSizeGreaterThan(1);
    }

    /** Throws an error and an exception in turn. */
    private static final class Throwing implements Runnable {
        private final String by;
        private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

        Throwing(String by) {
            this.by = by;
        }

        @Override
        public void run() {
            if (thrown.size() % 2 == 0) {
                Error error = new LinkageError("thrown by " + by);
                thrown.add(error);
                throw error;
            }
            RuntimeException exception = new IllegalStateException("thrown by " + by);
            thrown.add(exception);
            throw exception;
        }

        List<Throwable> thrown() {
            return thrown;
        }
    }

    @Test
    void rule13_closeIsIdempotentAndCallsAfterItFail() {
        left.close();
        left.close();

        assertThatIllegalStateException().isThrownBy(() -> read(left, KEY));
        assertThatIllegalStateException().isThrownBy(() -> children(left, KEY));
        assertThatIllegalStateException().isThrownBy(() -> put(left, KEY, "a"));
        assertThatIllegalStateException().isThrownBy(() -> left.watch(KEY, new RecordingWatcher(patience())));
        assertThatIllegalStateException().isThrownBy(() -> left.elect(ELECTION, new RecordingCandidate(patience())));
    }

    @Test
    void rule13_closeCompletesEveryStage() {
        List<CompletionStage<?>> stages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            stages.add(left.commit(request().put(KEY, Bytes.utf8("a")).build()));
            stages.add(left.read(KEY));
        }
        left.close();

        assertThat(stages).allMatch(stage -> stage.toCompletableFuture().isDone());
    }

    @Test
    void rule13_closeReturnsWithNoCallbackRunningAndNoneBegins() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean inside = new AtomicBoolean();
        RecordingWatcher watcher = new RecordingWatcher(patience());
        watcher.onPut(() -> {
            inside.set(true);
            entered.countDown();
            awaitLatch(release);
            inside.set(false);
        });
        right.watch(KEY, watcher);
        put(left, KEY, "a");
        awaitLatch(entered);
        CompletableFuture<Integer> closing = CompletableFuture.supplyAsync(() -> {
            right.close();
            assertThat(inside).as("a callback is running").isFalse();
            return watcher.calls();
        });
        release.countDown();
        int calls = patience().await(closing);
        put(left, KEY, "b");

        assertThat(watcher.calls()).isEqualTo(calls);
    }

    @Test
    void rule13_theStoreMayBeClosedInACallback() {
        CompletionStage<Void> closed = left.read(KEY).thenAccept(state -> left.close());
        patience().await(closed);

        assertThatIllegalStateException().isThrownBy(() -> read(left, KEY));
    }

    @Test
    void rule13_noThreadThatTheAdapterStartedOutlivesClose() {
        AdapterThreads threads = new AdapterThreads(patience(), this::mayOutliveClose);
        List<String> alive = threads.leftBy(() -> {
            MetadataStore client = openClient();
            watch(client, KEY);
            RecordingCandidate candidate = new RecordingCandidate(patience());
            client.elect(ELECTION, candidate);
            candidate.awaitElected(1);
            putForSession(client, KEY, "a");
            client.close();
        });

        assertThat(alive).as("threads that outlive close").isEmpty();
    }

    private void awaitLatch(CountDownLatch latch) {
        awaitLatch(latch, 1);
    }

    private void awaitLatch(CountDownLatch latch, int patiences) {
        try {
            assertThat(latch.await(patiences * patience().longest().toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Commit.Builder request() {
        return Commit.builder("tck-" + requests.incrementAndGet());
    }

    private CommitResult commit(MetadataStore client, Commit.Builder commit) {
        return patience().await(client.commit(commit.build()));
    }

    private Accepted accepted(MetadataStore client, Commit.Builder commit) {
        CommitResult result = commit(client, commit);
        assertThat(result).isInstanceOf(Accepted.class);
        return (Accepted) result;
    }

    private Version put(MetadataStore client, Key key, String text) {
        return accepted(client, request().put(key, Bytes.utf8(text))).version(key);
    }

    private Version putForSession(MetadataStore client, Key key, String text) {
        return accepted(client, request().putForSession(key, Bytes.utf8(text))).version(key);
    }

    private Optional<Versioned> read(MetadataStore client, Key key) {
        return patience().await(client.read(key));
    }

    private Optional<String> text(MetadataStore client, Key key) {
        return read(client, key).map(state -> state.value().utf8());
    }

    private List<String> children(MetadataStore client, Key key) {
        return patience().await(client.children(key));
    }

    /** Watches until the client is closed; returns when in step. */
    private RecordingWatcher watch(MetadataStore client, Key prefix) {
        RecordingWatcher watcher = new RecordingWatcher(patience());
        client.watch(prefix, watcher);
        watcher.awaitSynced(1);
        return watcher;
    }

    /** By the exception itself: the stage's own consumers must not have to look into it. */
    private void assertFails(Category category, CompletionStage<?> stage) {
        CompletableFuture<Optional<Throwable>> failed = new CompletableFuture<>();
        stage.whenComplete((answer, failure) -> failed.complete(Optional.ofNullable(failure)));
        assertThat(patience().await(failed))
                .containsInstanceOf(EngineException.class)
                .get()
                .satisfies(failure ->
                        assertThat(((EngineException) failure).category()).isEqualTo(category));
    }

    private static void assertCannotBeMade(Commit.Builder commit) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(commit::build)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED));
    }
}
