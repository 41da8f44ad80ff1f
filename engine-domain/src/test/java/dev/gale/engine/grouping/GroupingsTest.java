package dev.gale.engine.grouping;

import static dev.gale.engine.grouping.GroupingContextBuilder.aContext;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupingsTest {
    @Test
    void allGivesACopyToEveryTask() {
        Grouper grouper = Groupings.create(
                new GroupingSpec.All(), aContext().withTargets(3).build());

        assertThat(grouper.choose(new Object[] {"a", 1})).isEqualTo(Grouper.MANY);
        assertThat(grouper.many()).containsExactly(0, 1, 2);
    }

    @Test
    void globalGivesEverythingToTheLowestId() {
        Grouper grouper = Groupings.create(
                new GroupingSpec.Global(),
                aContext().withTargets(3).withLocal(2).build());

        assertThat(grouper.choose(new Object[] {"a", 1})).isZero();
        assertThat(grouper.choose(new Object[] {"b", 2})).isZero();
    }

    @Test
    void directIsRefusedSinceTheEmitterNamesTheTask() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Groupings.create(new GroupingSpec.Direct(), aContext().build()))
                .withMessageContaining("component 'words', stream 'default'");
    }

    @Test
    void manyIsNotForGroupersThatChooseOne() {
        Grouper grouper = Groupings.create(new GroupingSpec.Global(), aContext().build());

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(grouper::many);
    }

    @Test
    void targetsMustBeAscendingAndEachHaveAPlace() {
        assertThatIllegalArgumentException().isThrownBy(() -> context(new int[0], new boolean[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> context(new int[] {1, 2}, new boolean[1]));
        assertThatIllegalArgumentException().isThrownBy(() -> context(new int[] {2, 1}, new boolean[2]));
        assertThatIllegalArgumentException().isThrownBy(() -> context(new int[] {1, 1}, new boolean[2]));
    }

    private static GroupingContext context(int[] targets, boolean[] local) {
        return new GroupingContext(
                "words",
                "default",
                new Fields("key"),
                1,
                targets,
                local,
                16,
                new Random(1),
                GroupingContextBuilder.NOBODY_LOOKS);
    }
}
