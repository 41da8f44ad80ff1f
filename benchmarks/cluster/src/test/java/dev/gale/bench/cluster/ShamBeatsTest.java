package dev.gale.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.stats.Window;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.store.BeatFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShamBeatsTest {
    private static final WorkerSlot SLOT = new WorkerSlot("a", 1);
    private static final WorkerSlot OTHER = new WorkerSlot("b", 1);

    private final Keys keys = new Keys(Key.of("/gale"));
    private final ShamBeats beats = new ShamBeats(
            keys,
            "t-1-1",
            Assignment.none().next(Map.of(executor(1, 2), SLOT, executor(3, 3), SLOT, executor(4, 4), OTHER)));

    private static ExecutorId executor(int first, int last) {
        return new ExecutorId("bolt", new TaskId(first), new TaskId(last));
    }

    @Test
    void haveWhatRealOnesHave() {
        assertThat(beats.workers()).isEqualTo(2);
        assertThat(beats.key(0)).isEqualTo(keys.beat("t-1-1", SLOT));

        WorkerBeat beat = new BeatFormat().decode(beats.next(0));

        assertThat(beat.topology()).isEqualTo("t-1-1");
        assertThat(beat.view().generation()).isEqualTo(1);
        assertThat(beat.tasks()).hasSize(3);
        assertThat(beat.statistics())
                .hasSize(2)
                .allSatisfy(executor -> assertThat(executor.windows()).containsOnlyKeys(Window.values()));
        assertThat(new BeatFormat().decode(beats.next(0)).view().sequence())
                .isGreaterThan(beat.view().sequence());
    }

    @Test
    void arePutAsWorkersDo() {
        Commit commit = beats.commit("request", 1, beats.next(1));

        assertThat(commit.checks()).containsExactly(Check.present(keys.topology("t-1-1")));
        assertThat(commit.puts()).extracting(Commit.Put::key).containsExactly(keys.beat("t-1-1", OTHER));
    }
}
