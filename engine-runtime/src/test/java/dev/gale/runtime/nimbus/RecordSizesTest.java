package dev.gale.runtime.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** O-82 */
class RecordSizesTest {
    private final RecordSizes sizes = new RecordSizes(() -> Instant.EPOCH);

    @Test
    void thousandsOfTasksFit() {
        assertThat(problem(layout(1, 5_000), 100)).isEmpty();
    }

    @Test
    void tooManyComponentsDoNotFitIntoOneRecord() {
        assertThat(problem(layout(4_000, 1), 3))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .startsWith("The record of topology 'huge'")
                        .contains("524288"));
    }

    private Optional<String> problem(TaskLayout layout, int workers) {
        TopologyRecord topology = new TopologyRecord(
                "huge-1",
                "huge",
                TopologyStatus.ACTIVE,
                workers,
                layout,
                Instant.EPOCH,
                "digest",
                "",
                30_000,
                Optional.empty());
        return sizes.problem(topology, layout, workers);
    }

    /** Of names that do not compress well. */
    private static TaskLayout layout(int components, int executors) {
        SplittableRandom random = new SplittableRandom(7);
        List<ComponentTasks> all = new ArrayList<>();
        for (int i = 0; i < components; i++) {
            byte[] name = new byte[100];
            random.nextBytes(name);
            all.add(new ComponentTasks(
                    "b" + HexFormat.of().formatHex(name), new TaskId(1 + i * executors), executors, executors));
        }
        return TaskLayout.of(all);
    }
}
