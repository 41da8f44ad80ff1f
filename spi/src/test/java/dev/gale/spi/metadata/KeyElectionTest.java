package dev.gale.spi.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a leader knows of its key when the watch tells of it late, or not at all. */
class KeyElectionTest {
    private static final Election ELECTION =
            new Election(Key.of("/nimbus/leader"), Key.of("/nimbus/epoch"), Bytes.utf8("host-a"));

    private final SilentStore store = new SilentStore();
    private final List<String> told = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final KeyElection election =
            new KeyElection(store, ELECTION, new Telling(), store::pause, new RecordingContext());

    @BeforeEach
    void elect() {
        store.tellSynced();
        assertThat(told).containsExactly("elected 1");
    }

    @AfterEach
    void nothingElseWasReported() {
        assertThat(errors).isEmpty();
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
    void aRefusedAttemptIsReportedAndMadeAgain() {
        store.reject(true);
        store.delete(ELECTION.leader());
        store.tellDeleted(ELECTION.leader());
        assertThat(told).containsExactly("elected 1", "deposed");
        assertThat(takeErrors()).containsExactly(Category.REJECTED);
        int reads = store.reads();
        store.endPause();
        assertThat(store.reads()).as("reads after one pause").isEqualTo(reads);
        store.reject(false);

        endPauses();

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2");
    }

    @Test
    void aForeignValueIsReportedAsLongAsItIsThere() {
        store.putForeign(ELECTION.epoch());
        store.delete(ELECTION.leader());
        store.tellDeleted(ELECTION.leader());
        assertThat(takeErrors()).containsExactly(Category.FATAL);

        endPauses();

        assertThat(takeErrors()).isNotEmpty().containsOnly(Category.FATAL);
        assertThat(told).containsExactly("elected 1", "deposed");
        store.delete(ELECTION.epoch());
        endPauses();
        assertThat(told).containsExactly("elected 1", "deposed", "elected 1");
    }

    @Test
    void aDeletionThatIsToldDuringARefusedLookIsLookedAtAfterOnePause() {
        store.putForeign(ELECTION.leader());
        store.endPauseUnanswered();
        store.tellDeletedUnanswered(ELECTION.leader());
        store.settle();
        assertThat(errors).hasSize(1).first().isInstanceOf(IllegalArgumentException.class);
        errors.clear();
        assertThat(told).containsExactly("elected 1");
        store.delete(ELECTION.leader());

        store.endPause();

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2");
    }

    @Test
    void whatIsToldDuringThePausesAfterARefusalIsLookedAtOnce() {
        store.reject(true);
        store.delete(ELECTION.leader());
        store.tellDeleted(ELECTION.leader());
        assertThat(takeErrors()).containsExactly(Category.REJECTED);
        store.reject(false);

        store.tellSynced();

        assertThat(told).containsExactly("elected 1", "deposed", "elected 2");
        store.tellState(ELECTION.leader());
        int reads = store.reads();
        endPauses();
        assertThat(store.reads()).as("reads for pauses that are outdated").isEqualTo(reads);
    }

    /** As many as a refusal takes, and more. */
    private void endPauses() {
        for (int i = 0; i < 30; i++) {
            store.endPause();
        }
    }

    private List<Category> takeErrors() {
        List<Category> categories = errors.stream()
                .map(error -> ((EngineException) error).category())
                .toList();
        errors.clear();
        return categories;
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

    /** Nothing needs threads or time. */
    private final class RecordingContext implements PluginContext {
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
            errors.add(cause);
        }

        @Override
        public Counter counter(String name) {
            throw new UnsupportedOperationException("an election counts nothing");
        }
    }
}
