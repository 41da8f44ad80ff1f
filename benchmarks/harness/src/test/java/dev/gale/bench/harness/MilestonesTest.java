package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MilestonesTest {
    @Test
    void printsEveryRunAndTheMedian() {
        Milestones milestones = new Milestones();
        milestones.add(Map.of("first acked tuple", 2_400.0));
        milestones.add(Map.of("first acked tuple", 1_900.0));
        milestones.add(Map.of("first acked tuple", 2_000.0));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        milestones.print(new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern("first acked tuple +2400 +1900 +2000 +median +2000 ms");
    }

    @Test
    void refusesARunWithOtherMilestones() {
        Milestones milestones = new Milestones();
        milestones.add(Map.of("accepted", 1.0));

        assertThatThrownBy(() -> milestones.add(Map.of("acked", 1.0))).isInstanceOf(IllegalArgumentException.class);
    }
}
