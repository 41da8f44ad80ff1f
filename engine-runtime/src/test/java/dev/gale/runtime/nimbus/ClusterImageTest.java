package dev.gale.runtime.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.NimbusTimings;
import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.engine.schedule.EvenScheduler;
import dev.gale.runtime.store.BeatFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterImageTest {
    private static final WorkerSlot SLOT = new WorkerSlot("host-a", 6700);

    private final Keys keys = new Keys(Key.of("/gale"));
    private final ClusterImage image = new ClusterImage(
            keys, new NimbusMachine(new EvenScheduler(Map.of()), new NimbusTimings(1, 1, 1, 1, 1)), () -> 0);

    @Test
    void aWorkerOfAnEarlierGenerationDoesNotHideTheOneThatCameAfterIt() {
        beat(1, "old", 1);
        beat(2, "new", 1);
        beat(1, "old", 2);

        assertThat(shown()).isEqualTo("new");
        beat(2, "new again", 2);
        assertThat(shown()).as("started anew in the same slot").isEqualTo("new again");
    }

    private String shown() {
        return image.beats("words-1-1").get(SLOT).beat().view().incarnation();
    }

    private void beat(long generation, String incarnation, long sequence) {
        WorkerBeat beat = new WorkerBeat(
                "words-1-1",
                new WorkerBeatView(generation, incarnation, sequence, true, true, 0, false, false, 0, 0),
                1,
                List.of(),
                List.of());
        image.put(new Versioned(
                keys.beat("words-1-1", SLOT),
                new Version(generation + "-" + sequence),
                "",
                new BeatFormat().encode(beat, null)));
    }
}
