package dev.gale.spi.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a leader knows of its key when the watch tells of it late, or not at all. */
class KeyElectionTest {
    private static final Election ELECTION =
            new Election(Key.of("/nimbus/leader"), Key.of("/nimbus/epoch"), Bytes.utf8("host-a"));

    private final SilentStore store = new SilentStore();
    private final List<String> told = new ArrayList<>();
    private final KeyElection election =
            new KeyElection(store, ELECTION, new Telling(), store::pause, new FailingContext());

    @BeforeEach
    void elect() {
        store.tellSynced();
        assertThat(told).containsExactly("elected 1");
    }

    @Test
    void aKeyThatCameAndWentUntoldDeposes() {
        store.delete(ELECTION.leader());

        store.endPause();

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2");
    }

    @Test
    void aKeyThatGoesUntoldAfterALookDeposes() {
        store.endPause();
        store.endPause();
        assertThat(told).containsExactly("elected 1");
        store.delete(ELECTION.leader());

        store.endPause();

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2");
    }

    @Test
    void anotherLeaderThatCameUntoldDeposes() {
        store.delete(ELECTION.leader());
        commitAsAnother(2);

        store.endPause();

        assertThat(told).containsExactly("elected 1", "deposed");
        assertThat(store.isPaused()).isFalse();
    }

    @Test
    void whoWasToldOfItsKeyLooksNoMore() {
        store.tellState(ELECTION.leader());
        store.endPause();
        int reads = store.reads();
        assertThat(store.isPaused()).isFalse();

        store.endPause();

        assertThat(store.reads()).isEqualTo(reads);
        assertThat(told).containsExactly("elected 1");
    }

    @Test
    void aDeletionThatIsToldDeposesAtOnce() {
        store.tellState(ELECTION.leader());
        store.delete(ELECTION.leader());

        store.tellDeleted(ELECTION.leader());

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2");
    }

    @Test
    void everyLeadershipLooksForItsOwnKey() {
        store.tellState(ELECTION.leader());
        store.delete(ELECTION.leader());
        store.tellDeleted(ELECTION.leader());
        store.delete(ELECTION.leader());

        store.endPause();

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2", "deposed", "elected 3");
    }

    @Test
    void aKeyThatCameAndWentBeforeItsElectionWasKnownDeposes() {
        store.delete(ELECTION.leader());
        store.loseAnswers(2);
        store.tellDeleted(ELECTION.leader());
        store.tellState(ELECTION.leader());
        store.delete(ELECTION.leader());
        store.tellDeleted(ELECTION.leader());
        assertThat(told).containsExactly("elected 1", "deposed", "elected 2");

        store.endPause();

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2", "deposed", "elected 3");
    }

    @Test
    void whoIsClosedLooksNoMore() {
        election.close();
        store.settle();
        assertThat(store.state(ELECTION.leader())).isEmpty();
        int reads = store.reads();

        store.endPause();

        assertThat(store.reads()).isEqualTo(reads);
        assertThat(store.isPaused()).isFalse();
        assertThat(told).containsExactly("elected 1");
    }

    private void commitAsAnother(long epoch) {
        store.commit(Commit.builder("another")
                .putForSession(ELECTION.leader(), new Leader(epoch, Bytes.utf8("host-b")).encoded())
                .build());
        store.settle();
    }

    private final class Telling implements Candidate {
        @Override
        public void elected(Leadership leadership) {
            told.add("elected " + leadership.epoch());
        }

        @Override
        public void deposed(String reason) {
            told.add("deposed");
        }
    }

    /** Nothing fails, and nothing needs threads or time. */
    private static final class FailingContext implements PluginContext {
        @Override
        public LongSupplier nanoClock() {
            throw new UnsupportedOperationException("an election has no clock");
        }

        @Override
        public RandomGenerator random() {
            return new Random(1);
        }

        @Override
        public ThreadFactory threadFactory(String purpose) {
            throw new UnsupportedOperationException("an election has no thread");
        }

        @Override
        public void onError(String what, Throwable cause) {
            throw new AssertionError(what, cause);
        }

        @Override
        public Counter counter(String name) {
            throw new UnsupportedOperationException("an election counts nothing");
        }
    }
}
