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
import java.util.Set;
import java.util.stream.Collectors;
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
    void rescalingKeepsEveryTaskAndAddsThoseThatAreMissing(long seed) {
        Random random = new Random(seed);
        TaskLayout layout = layout(randomTopology(random), Map.of());
        for (int round = 0; round < 4; round++) {
            TaskLayout before = layout;
            Map<String, Integer> wanted = new HashMap<>();
            for (ComponentTasks component : before.components()) {
                if (random.nextBoolean()) {
                    wanted.put(component.component(), 1 + random.nextInt(40));
                }
            }

            layout = before.rescaled(wanted);

            assertThatLayoutHolds(layout);
            for (String id : ids(before)) {
                List<TaskId> tasks = before.tasksOf(id);
                int executors = before.executorsOf(id).size();
                int asked = wanted.getOrDefault(id, executors);
                assertThat(layout.tasksOf(id).subList(0, tasks.size())).isEqualTo(tasks);
                assertThat(layout.tasksOf(id)).hasSize(Math.max(tasks.size(), asked));
                assertThat(layout.executorsOf(id)).hasSize((int) Math.max(asked, ranges(layout, id)));
            }
            assertThat(TaskLayout.of(layout.components())).isEqualTo(layout);
        }
    }

    @Test
    void moreExecutorsThanTasksAddTasksWithIdsAfterAllOthers() {
        builder.setBolt("a-bolt", Parts.bolt(), 6).shuffleGrouping("spout");
        builder.setSpout("spout", Parts.spout("word"), 2);

        TaskLayout after = layout(Map.of()).rescaled(Map.of("spout", 3, "a-bolt", 8));

        assertThat(after.executorsOf("a-bolt"))
                .hasToString("[a-bolt[1-1], a-bolt[2-2], a-bolt[3-3], a-bolt[4-4], a-bolt[5-5], a-bolt[6-6], "
                        + "a-bolt[9-9], a-bolt[10-10]]");
        assertThat(after.executorsOf("spout")).hasToString("[spout[7-7], spout[8-8], spout[11-11]]");
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
    void aLayoutWithGapsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskLayout.of(List.of(new ComponentTasks("a", new TaskId(2), 1, 1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskLayout.of(List.of(
                        new ComponentTasks("a", new TaskId(1), 1, 1), new ComponentTasks("b", new TaskId(3), 1, 1))));
    }

    private static Set<String> ids(TaskLayout layout) {
        return layout.components().stream().map(ComponentTasks::component).collect(Collectors.toSet());
    }

    private static long ranges(TaskLayout layout, String component) {
        return layout.components().stream()
                .filter(range -> range.component().equals(component))
                .count();
    }

    private static void assertThatLayoutHolds(TaskLayout layout) {
        List<TaskId> seen = new ArrayList<>();
        assertThat(layout.executors()).isSorted();
        for (ComponentTasks component : layout.components()) {
            int first = component.firstTask().number();
            List<ExecutorId> executors = layout.executorsOf(component.component()).stream()
                    .filter(executor -> executor.firstTask().number() >= first
                            && executor.lastTask().number() < first + component.tasks())
                    .toList();
            assertThat(executors).hasSize(component.executors());
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
