package dev.gale.tck.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.metadata.History.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private final History history = new History("0");

    @Test
    void writesAndReadsThatMakeSenseContradictNothing() {
        history.read("a", "0", 1, 2);
        history.wrote("a", "0", "a1", 3, 6, Outcome.ACCEPTED);
        history.wrote("b", "0", "b1", 4, 5, Outcome.REFUSED);
        history.read("b", "0", 4, 5);
        history.read("b", "a1", 5, 7);
        history.wrote("b", "a1", "b2", 8, 9, Outcome.UNKNOWN);
        history.reported("w", "a1", 10);
        history.reported("w", "b2", 11);

        assertThat(history.contradictions("b2")).isEmpty();
        assertThat(history.writers()).containsExactly("a");
        assertThat(history.longest()).isEqualTo(Duration.ofNanos(3));
    }

    @Test
    void anUnknownWriteMayBeThereOrNot() {
        history.wrote("a", "0", "a1", 1, 2, Outcome.UNKNOWN);
        history.wrote("b", "0", "b1", 3, 4, Outcome.ACCEPTED);

        assertThat(history.contradictions("b1")).isEmpty();
    }

    @Test
    void aLostWriteIsFound() {
        history.wrote("a", "0", "a1", 1, 2, Outcome.ACCEPTED);
        history.wrote("b", "0", "b1", 1, 2, Outcome.ACCEPTED);

        assertThat(history.contradictions("b1")).containsExactly("a was told that a1 was written, and it is lost");
    }

    @Test
    void aWriteThatWasRefusedAndYetDoneIsFound() {
        history.wrote("a", "0", "a1", 1, 2, Outcome.REFUSED);

        assertThat(history.contradictions("a1")).containsExactly("a was told that a1 was refused, and it was written");
    }

    @Test
    void aRefusalWithoutCauseIsFound() {
        history.wrote("a", "0", "a1", 1, 2, Outcome.REFUSED);
        history.wrote("b", "0", "b1", 3, 4, Outcome.ACCEPTED);

        assertThat(history.contradictions("b1"))
                .containsExactly("a was refused a1 for 0, which nobody had replaced by then");
    }

    @Test
    void aWriteThatTookPlaceBeforeAnEarlierOneIsFound() {
        history.wrote("a", "b1", "a1", 1, 2, Outcome.ACCEPTED);
        history.wrote("b", "0", "b1", 3, 4, Outcome.ACCEPTED);

        assertThat(history.contradictions("a1"))
                .containsExactly("b1 was begun after a1 was answered, and stands before it");
    }

    @Test
    void aReadThatGoesBackIsFound() {
        history.wrote("b", "0", "b1", 1, 2, Outcome.ACCEPTED);
        history.read("a", "b1", 3, 4);
        history.read("a", "0", 5, 6);
        history.read("b", "0", 5, 6);

        assertThat(history.contradictions("b1"))
                .containsExactly("a read 0 after b1", "b read 0 after it had written b1");
    }

    @Test
    void aWatcherThatIsToldOutOfOrderIsFound() {
        history.wrote("b", "0", "b1", 1, 2, Outcome.ACCEPTED);
        history.reported("w", "b1", 3);
        history.reported("w", "0", 4);

        assertThat(history.contradictions("b1")).containsExactly("w was told 0 after b1");
    }

    @Test
    void aReadThatGoesBackOnWhatItsWatcherWasToldIsFound() {
        history.wrote("b", "0", "b1", 1, 2, Outcome.ACCEPTED);
        history.reported("a", "b1", 3);
        history.read("a", "0", 4, 5);

        assertThat(history.contradictions("b1")).containsExactly("a read 0 after b1");
    }

    @Test
    void aWatcherMayLagBehindReads() {
        history.wrote("b", "0", "b1", 1, 2, Outcome.ACCEPTED);
        history.read("a", "b1", 3, 4);
        history.reported("a", "0", 5);
        history.reported("a", "b1", 6);

        assertThat(history.contradictions("b1")).isEmpty();
    }

    @Test
    void whatNobodyWroteOrWasWrittenLaterIsFound() {
        history.wrote("b", "0", "b1", 5, 6, Outcome.ACCEPTED);
        history.read("a", "b1", 1, 2);
        history.read("a", "nonsense", 3, 4);

        assertThat(history.contradictions("b1"))
                .containsExactly("a read b1 before it was written", "a read nonsense, which was never there");
        assertThat(history.contradictions("nonsense"))
                .contains("the chain to the last value begins with nonsense, which nobody wrote");
    }
}
