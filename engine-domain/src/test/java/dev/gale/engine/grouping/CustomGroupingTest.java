package dev.gale.engine.grouping;

import static dev.gale.engine.grouping.GroupingContextBuilder.aContext;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.GroupingSpec;
import dev.gale.api.TopologyContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CustomGroupingTest {
    private static final class Scripted implements CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        transient @Nullable List<Integer> answer = List.of();
        final List<Object> seen = new ArrayList<>();

        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {
            seen.add(component + "/" + stream + " to " + targetTasks);
        }

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            seen.add(sourceTask + ": " + values);
            if (!values.isEmpty() && values.get(0).equals("change")) {
                values.set(0, "changed");
            }
            return answer;
        }
    }

    private final Scripted scripted = new Scripted();
    private final Grouper grouper = Groupings.create(
            new GroupingSpec.Custom(scripted), aContext().withTargets(4).build());

    // O-12
    @Test
    void anEmptyListMeansThatNobodyGetsTheTuple() {
        assertThat(choose(List.of())).isEmpty();
    }

    // O-12
    @Test
    void nullIsRefusedNamingTheGroupingAndTheStream() {
        scripted.answer = null;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> grouper.choose(new Object[] {"a", 1}))
                .withMessageContaining(Scripted.class.getName())
                .withMessageContaining("component 'words', stream 'default'")
                .withMessageContaining("null");
    }

    // O-12
    @Test
    void anIdOutsideTheTargetsIsRefusedNamingTheGroupingTheStreamAndTheId() {
        for (List<Integer> answer : List.of(List.of(99), List.of(10, 99), List.of(10, 11, -1))) {
            scripted.answer = answer;

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> grouper.choose(new Object[] {"a", 1}))
                    .withMessageContaining(Scripted.class.getName())
                    .withMessageContaining("component 'words', stream 'default'")
                    .withMessageContaining("task " + answer.get(answer.size() - 1))
                    .withMessageContaining("[10, 11, 12, 13]");
        }
    }

    // O-12
    @Test
    void aNullIdIsRefused() {
        scripted.answer = Arrays.asList(10, null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> grouper.choose(new Object[] {"a", 1}))
                .withMessageContaining("task null");
    }

    // O-12
    @Test
    void theSameIdTwiceMeansTwoDeliveries() {
        assertThat(choose(List.of(11, 11))).containsExactly(1, 1);
    }

    @Test
    void anyNumberOfTasksMayBeChosen() {
        assertThat(choose(List.of(13))).containsExactly(3);
        assertThat(choose(List.of(13, 10))).containsExactly(3, 0);
        assertThat(choose(List.of(13, 12, 11, 10))).containsExactly(3, 2, 1, 0);
        assertThat(choose(List.of(12, 13))).containsExactly(2, 3);
    }

    @Test
    void theGroupingIsPreparedOnceAndSeesTheValues() {
        choose(List.of(10));

        assertThat(scripted.seen).containsExactly("words/default to [10, 11, 12, 13]", "1: [a, 1]");
    }

    @Test
    void theGroupingCannotChangeTheValues() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> grouper.choose(new Object[] {"change", 1}));
    }

    private int[] choose(List<Integer> answer) {
        scripted.answer = answer;
        int chosen = grouper.choose(new Object[] {"a", 1});
        return chosen == Grouper.MANY ? grouper.many() : new int[] {chosen};
    }
}
