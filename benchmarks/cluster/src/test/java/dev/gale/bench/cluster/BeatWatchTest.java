package dev.gale.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import org.junit.jupiter.api.Test;

class BeatWatchTest {
    private final BeatWatch watch = new BeatWatch();

    private void told(String requestId) {
        watch.put(new Versioned(Key.of("/gale/workerbeats/t/a-1"), new Version("1"), requestId, Bytes.empty()));
    }

    @Test
    void seesTheBeatsOfItsLoadAlone() {
        BeatWatch.Load first = watch.begin("first", 3);
        told(first.requestId(1));
        BeatWatch.Load second = watch.begin("second", 3);
        told(first.requestId(2));
        told(second.requestId(0));
        told("somebody-else");
        told(second.requestId(3));

        assertThat(first.isSeen(1)).isTrue();
        assertThat(first.isSeen(2)).isFalse();
        assertThat(second.isSeen(0)).isTrue();
        assertThat(second.isSeen(1)).isFalse();
    }

    /** A watcher may be told the same twice. */
    @Test
    void theFirstTimeCounts() {
        BeatWatch.Load load = watch.begin("load", 1);
        told(load.requestId(0));
        long first = load.seenNanos(0);
        told(load.requestId(0));

        assertThat(load.seenNanos(0)).isEqualTo(first);
    }
}
