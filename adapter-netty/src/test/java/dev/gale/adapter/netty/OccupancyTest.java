package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OccupancyTest {
    private static final long YOUNG = 100;

    private final List<String> asked = new ArrayList<>();
    private long now;
    private final Occupancy first = new Occupancy(true, YOUNG, () -> now);
    private final Occupancy second = new Occupancy(false, YOUNG, () -> now);

    @Test
    void whatWasDialledBegins() {
        assertThat(first.tryDial()).isTrue();
        assertThat(first.tryDial()).as("one attempt at a time").isFalse();

        assertThat(first.adoptDialled(new Named("a"))).isTrue();

        assertThat(asked).containsExactly("begin a");
        assertThat(first.tryDial()).isFalse();
    }

    @Test
    void theEndThatDecidesLetsGoOfItsOwnAttemptWhenThePeersCameFirst() {
        first.tryDial();
        assertThat(first.tryAccept(false)).isTrue();
        assertThat(first.adoptDialled(new Named("mine"))).isFalse();

        first.adoptAccepted(new Named("theirs"));
        assertThat(asked).containsExactly("begin theirs");
    }

    @Test
    void theEndThatDecidesTakesNoneThatCrossedItsOwnConnection() {
        first.tryDial();
        first.adoptDialled(new Named("mine"));
        assertThat(first.tryAccept(false)).as("young").isFalse();
        assertThat(first.tryAccept(true)).as("another process cannot know it").isTrue();

        now += YOUNG;
        assertThat(first.tryAccept(false)).as("the peer must have lost its end").isTrue();
    }

    @Test
    void anAttemptThatAnotherConnectionOvertookIsDroppedAlsoWhenThatIsOver() {
        Named theirs = new Named("theirs");
        first.tryDial();
        first.tryAccept(false);
        first.adoptAccepted(theirs);
        first.ended(theirs);

        assertThat(first.adoptDialled(new Named("mine"))).isFalse();

        assertThat(first.tryDial()).isTrue();
        assertThat(first.adoptDialled(new Named("anew"))).isTrue();
    }

    @Test
    void theOtherEndTakesWhatIsAnsweredAlsoWhileItAccepts() {
        second.tryDial();
        second.tryAccept(false);

        assertThat(second.adoptDialled(new Named("mine"))).isTrue();
    }

    @Test
    void theOtherEndTakesWhatComesAndDropsItsOwnAttempt() {
        second.tryDial();
        assertThat(second.tryAccept(false)).isTrue();
        assertThat(second.adoptAccepted(new Named("theirs"))).isTrue();

        assertThat(second.adoptDialled(new Named("mine"))).isFalse();
        assertThat(asked).containsExactly("begin theirs");
    }

    @Test
    void nobodyDialsWhileSomeoneIsBeingAccepted() {
        assertThat(first.tryAccept(false)).isTrue();
        assertThat(first.tryDial()).isFalse();

        first.acceptFailed();
        assertThat(first.tryDial()).isTrue();
    }

    @Test
    void aPeerThatComesAnewWaitsUntilItsOldConnectionIsOver() {
        Named old = new Named("old");
        second.tryAccept(false);
        second.adoptAccepted(old);
        second.tryAccept(false);
        second.adoptAccepted(new Named("new"));
        assertThat(asked).containsExactly("begin old", "end old");

        assertThat(second.ended(old)).as("needs to dial").isFalse();

        assertThat(asked).containsExactly("begin old", "end old", "begin new");
        assertThat(second.isTaken()).isTrue();
    }

    @Test
    void ofSeveralThatWaitTheLastIsTaken() {
        Named old = new Named("old");
        Named waiting = new Named("waiting");
        second.tryAccept(false);
        second.adoptAccepted(old);
        second.tryAccept(false);
        second.adoptAccepted(waiting);
        second.tryAccept(false);
        second.adoptAccepted(new Named("last"));
        assertThat(second.ended(waiting)).isFalse();

        second.ended(old);

        assertThat(asked).containsExactly("begin old", "end old", "end waiting", "end old", "begin last");
    }

    @Test
    void afterTheEndItIsForTheLinkToDial() {
        Named only = new Named("only");
        first.tryDial();
        first.adoptDialled(only);

        assertThat(first.ended(only)).isTrue();
        assertThat(first.ended(only)).as("once").isFalse();
        assertThat(first.tryDial()).isTrue();
    }

    @Test
    void nothingBeginsWhileARefusalIsTold() {
        assertThat(first.tryTell()).isTrue();
        assertThat(first.tryTell()).isFalse();
        first.tryDial();
        assertThat(first.adoptDialled(new Named("a"))).isTrue();
        assertThat(asked).isEmpty();

        first.told();

        assertThat(asked).containsExactly("begin a");
        assertThat(first.tryTell()).as("there is a connection").isFalse();
    }

    @Test
    void oneThatEndsBeforeItBeganLeavesNothingToBegin() {
        Named brief = new Named("brief");
        first.tryTell();
        first.tryDial();
        first.adoptDialled(brief);
        assertThat(first.ended(brief)).isTrue();

        first.told();

        assertThat(asked).isEmpty();
    }

    @Test
    void closingEndsWhatThereIsAndTakesNothingMore() {
        Named current = new Named("current");
        second.tryAccept(false);
        second.adoptAccepted(current);
        second.tryAccept(false);
        second.adoptAccepted(new Named("next"));
        second.tryAccept(false);
        asked.clear();

        second.close("closed");

        assertThat(asked).containsExactly("end current", "end next");
        assertThat(second.adoptAccepted(new Named("late"))).isFalse();
        assertThat(second.tryAccept(false)).isFalse();
        assertThat(second.tryDial()).isFalse();
        assertThat(second.tryTell()).isFalse();
        assertThat(second.adoptDialled(new Named("late"))).isFalse();
        assertThat(second.ended(current)).isFalse();
    }

    private final class Named implements Occupant {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public void begin() {
            asked.add("begin " + name);
        }

        @Override
        public void end(String reason) {
            asked.add("end " + name);
        }
    }
}
