package dev.gale.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.engine.topology.Parts;
import dev.gale.engine.topology.TopologySettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskLayoutTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 100);
    }

    @Test
    void idsGoOverTheComponentsInTheOrderOfTheirIds() {
        builder.setSpout("words", Parts.spout("word"), 2);
        builder.setBolt("count", Parts.bolt("n"), 2).setNumTasks(5).shuffleGrouping("words");
        builder.setBolt("Print", Parts.bolt("n")).shuffleGrouping("count");

        assertThat(layout(Map.of())).hasToString("[Print[1-1], count[2-4], count[5-6], words[7-7], words[8-8]]");
    }

    @Test
    void dedicatedAckersTakePartAndOthersDoNot() {
        builder.setSpout("words", Parts.spout("word"));

        assertThat(layout(Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 2)))
                .hasToString("[__acker[1-1], __acker[2-2], words[3-3]]");
        assertThat(layout(Map.of(Config.TOPOLOGY_ACKER_PLACEMENT, "dedicated", Config.TOPOLOGY_WORKERS, 3))
                        .tasksOf("__acker"))
                .hasSize(3);
        assertThat(layout(Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 0))).hasToString("[words[1-1]]");
        assertThat(layout(Map.of(Config.TOPOLOGY_ACKER_PLACEMENT, "spout"))).hasToString("[words[1-1]]");
    }

    @Test
    void tasksAreLimitedAndExecutorsNeedATaskEach() {
        builder.setSpout("words", Parts.spout("word"), 8);
        builder.setBolt("count", Parts.bolt("n"), 4)
                .setNumTasks(12)
                .setMaxTaskParallelism(3)
                .shuffleGrouping("words");

        assertThat(layout(Map.of(Config.TOPOLOGY_MAX_TASK_PARALLELISM, 2)))
                .hasToString("[count[1-1], count[2-2], count[3-3], words[4-4], words[5-5]]");
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyTaskBelongsToOneExecutorOfItsComponent(long seed) {
        assertThatLayoutHolds(layout(
                randomTopology(new Random(seed)),
                seed % 2 == 0 ? Map.of() : Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, seed % 7)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void rescalingKeepsTheTasksAndCapsTheExecutors(long seed) {
        Random random = new Random(seed);
        TaskLayout before = layout(randomTopology(random), Map.of());
        Map<String, Integer> wanted = new HashMap<>();
        for (ComponentTasks component : before.components()) {
            if (random.nextBoolean()) {
                wanted.put(component.component(), 1 + random.nextInt(25));
            }
        }

        TaskLayout after = before.rescaled(wanted);

        assertThatLayoutHolds(after);
        for (ComponentTasks component : before.components()) {
            String id = component.component();
            assertThat(after.tasksOf(id)).isEqualTo(before.tasksOf(id));
            assertThat(after.executorsOf(id))
                    .hasSize(Math.min(component.tasks(), wanted.getOrDefault(id, component.executors())));
        }
        assertThat(TaskLayout.of(after.components())).isEqualTo(after);
    }

    @Test
    void rescalingRefusesUnknownComponentsAndNumbersBelowOne() {
        builder.setSpout("words", Parts.spout("word"));
        TaskLayout layout = layout(Map.of());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.rescaled(Map.of("wrods", 1)))
                .withMessageContaining("'wrods'")
                .withMessageContaining("[words]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.rescaled(Map.of("words", 0)))
                .withMessageContaining("'words'")
                .withMessageContaining("0");
    }

    @Test
    void whatDoesNotExistIsRefused() {
        builder.setSpout("words", Parts.spout("word"), 3);
        TaskLayout layout = layout(Map.of());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.componentOf(new TaskId(4)))
                .withMessageContaining("task 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> layout.tasksOf("x"))
                .withMessageContaining("'x'");
        assertThatIllegalArgumentException().isThrownBy(() -> new TaskId(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ExecutorId("words", new TaskId(2), new TaskId(1)));
    }

    @Test
    void aLayoutWithGapsOrAComponentTwiceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskLayout.of(List.of(new ComponentTasks("a", new TaskId(2), 1, 1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskLayout.of(List.of(
                        new ComponentTasks("a", new TaskId(1), 1, 1), new ComponentTasks("a", new TaskId(2), 1, 1))));
    }

    private static void assertThatLayoutHolds(TaskLayout layout) {
        List<TaskId> seen = new ArrayList<>();
        assertThat(layout.components()).extracting(ComponentTasks::component).isSorted();
        assertThat(layout.executors()).isSorted();
        for (ComponentTasks component : layout.components()) {
            List<ExecutorId> executors = layout.executorsOf(component.component());
            List<Integer> sizes = executors.stream().map(ExecutorId::taskCount).toList();
            assertThat(sizes.get(0) - sizes.get(sizes.size() - 1)).isBetween(0, 1);
            assertThat(sizes).isSortedAccordingTo((a, b) -> b - a);
            for (ExecutorId executor : executors) {
                assertThat(executor.component()).isEqualTo(component.component());
                for (TaskId task : executor.tasks()) {
                    assertThat(executor.runs(task)).isTrue();
                    assertThat(layout.executorOf(task)).isEqualTo(executor);
                    assertThat(layout.componentOf(task)).isEqualTo(component.component());
                    seen.add(task);
                }
            }
        }
        assertThat(seen)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, layout.taskCount())
                        .mapToObj(TaskId::new)
                        .toList());
    }

    private static Topology randomTopology(Random random) {
        TopologyBuilder builder = new TopologyBuilder();
        int components = 1 + random.nextInt(8);
        for (int i = 0; i < components; i++) {
            var declarer = builder.setSpout(
                    Long.toString(random.nextLong(), 36).replace('-', 'x'),
                    Parts.spout("word"),
                    1 + random.nextInt(20));
            if (random.nextBoolean()) {
                declarer.setNumTasks(1 + random.nextInt(40));
            }
        }
        return builder.createTopology();
    }

    private TaskLayout layout(Map<String, Object> config) {
        return layout(builder.createTopology(), config);
    }

    private static TaskLayout layout(Topology topology, Map<String, Object> config) {
        return TaskLayout.of(topology, TopologySettings.of(config));
    }
}
