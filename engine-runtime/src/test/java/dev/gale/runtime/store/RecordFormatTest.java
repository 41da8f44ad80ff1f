package dev.gale.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.PendingChange;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.engine.schedule.SpreadOverSlots;
import dev.gale.engine.stats.ExecutorStatisticsTracker;
import dev.gale.engine.stats.Figures;
import dev.gale.engine.stats.Latencies;
import dev.gale.engine.stats.LatencySum;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.TimeSpent;
import dev.gale.engine.stats.Troubles;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.StreamId;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordFormatTest {
    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00.123Z");

    private final TaskLayout layout = TaskLayout.of(
            List.of(new ComponentTasks("bolt", new TaskId(1), 3, 2), new ComponentTasks("spout", new TaskId(4), 2, 2)));
    private final TopologyRecord topology = new TopologyRecord(
            "t-1",
            "t",
            TopologyStatus.REBALANCING,
            2,
            layout,
            TIME,
            "abc",
            "key",
            30_000,
            Optional.of(new PendingChange(1_500, TopologyStatus.INACTIVE, 3, layout.rescaled(Map.of("bolt", 5)))));

    @Test
    void recordsAreReadAsTheyWereWritten() {
        assertSame(new TopologyFormat(), topology);
        assertSame(
                new SupervisorFormat(),
                new SupervisorRecord(
                        new SupervisorId("s1"), "host", List.of(6700, 6701), List.of(6701), TIME, TIME, 7, "0.1"));
        assertSame(new ErrorFormat(), new StoredError("bolt", 3, "s1:6700", TIME, "no", "no\n\tat x", 4));
        assertSame(new AssignmentFormat(), assignment(layout, 2));
        assertSame(new AssignmentFormat(), AssignmentRecord.none());
    }

    @Test
    void aBeatWithStatisticsIsReadAsItWasWritten() {
        StreamId stream = new StreamId("spout", "default");
        ExecutorStatisticsTracker tracker =
                new ExecutorStatisticsTracker(layout.executors().get(0), 0);
        tracker.onFigures(
                new Figures(
                        new StreamCounts(
                                Map.of("default", 5L),
                                Map.of("default", 9L),
                                Map.of(stream, 4L),
                                Map.of(stream, 3L),
                                Map.of()),
                        new Latencies(new LatencySum(10, 2), LatencySum.NONE, LatencySum.NONE),
                        new TimeSpent(1, 2, 3),
                        new Troubles(1, 2, 3)),
                0.25,
                1_000_000_000L);

        assertSame(
                new BeatFormat(),
                new WorkerBeat(
                        "t-1",
                        new WorkerBeatView(3, "life", 17, true, true, 5, false, false, 8, 9),
                        12_345,
                        List.of(new TaskProgress(1, 99, 0), new TaskProgress(2, 5_000_000_000L, 61_000)),
                        List.of(tracker.statistics(2_000_000_000L))));
    }

    private static <T> void assertSame(RecordFormat<T> format, T record) {
        assertThat(format.decode(format.encode(record, null))).isEqualTo(record);
    }

    private static AssignmentRecord assignment(TaskLayout layout, int workers) {
        List<WorkerSlot> slots = IntStream.range(0, workers)
                .mapToObj(i -> new WorkerSlot("supervisor-" + i / 4, 6700 + i % 4))
                .toList();
        return AssignmentRecord.next(
                AssignmentRecord.none(),
                Assignment.none().next(SpreadOverSlots.plan(layout, slots)),
                Map.of(new SupervisorId("supervisor-0"), "host-0"),
                TIME,
                "abc");
    }

    @Test
    void fieldsThatThisVersionDoesNotKnowAreKept() {
        TopologyFormat format = new TopologyFormat();
        Map<String, Object> newer = Fields.decode("test", format.encode(topology, null))
                .overwrittenBy(Map.of("colour", "green", "depth", Map.of("a", List.of(1, 2))));

        Bytes rewritten = format.encode(topology, Fields.encode(newer));

        assertThat(Fields.decode("test", rewritten).all())
                .containsEntry("colour", "green")
                .containsEntry("depth", Map.of("a", List.of(1, 2)));
        assertThat(format.decode(rewritten)).isEqualTo(topology);
    }

    /** STORM-109: the assignment of a very large topology still fits the store. */
    @Test
    void theLargestAssignmentFitsAValue() {
        List<ComponentTasks> components = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            String id = String.format("%03d", i) + "x".repeat(125);
            components.add(new ComponentTasks(id, new TaskId(1 + i * 1_000), 1_000, 1_000));
        }
        AssignmentRecord largest = assignment(TaskLayout.of(components), 2_000);

        Bytes encoded = new AssignmentFormat().encode(largest, null);

        assertThat(encoded.length()).isLessThan(MetadataStore.MAX_VALUE_BYTES);
        assertThat(new AssignmentFormat().decode(encoded)).isEqualTo(largest);
    }

    @Test
    void whatMakesNoSenseIsAnErrorThatNamesTheField() {
        TopologyFormat format = new TopologyFormat();
        Fields good = Fields.decode("test", format.encode(topology, null));

        assertThatExceptionOfType(RecordException.class)
                .isThrownBy(() -> format.decode(Fields.encode(good.overwrittenBy(Map.of("workers", "two")))))
                .withMessageContaining("topology record")
                .withMessageContaining("'workers'")
                .withMessageContaining("two");
        assertThatExceptionOfType(RecordException.class)
                .isThrownBy(() -> format.decode(Fields.encode(good.overwrittenBy(Map.of("status", "ASLEEP")))))
                .withMessageContaining("ASLEEP");
        for (Bytes garbage : List.of(
                Bytes.empty(), Bytes.of(new byte[300]), Bytes.utf8("{"), Bytes.utf8("[]"), Bytes.of((byte) 0x1f, (byte)
                        0x8b))) {
            assertThatExceptionOfType(RecordException.class).isThrownBy(() -> format.decode(garbage));
        }
    }

    @Test
    void slotsHaveNamesThatCanBeReadBack() {
        WorkerSlot slot = new WorkerSlot("node-a.example", 6700);

        assertThat(Keys.slotName(slot)).isEqualTo("node-a.example-6700");
        assertThat(Keys.slot("node-a.example-6700")).contains(slot);
        for (String none : List.of("", "-", "6700", "-6700", "a-", "a-x", "a-70000", "a b-1")) {
            assertThat(Keys.slot(none)).as(none).isEmpty();
        }
    }
}
