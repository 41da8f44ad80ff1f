package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final Engine gale = Engine.spread(Path.of("/root-of-the-tree")).get(0);
    private final Engine storm = Engine.spread(Path.of("/root-of-the-tree")).get(1);

    @Test
    void lacksWhatNeedsATransportThatIsNotOnTheClassPath() {
        assertThat(gale.lacking("/lib/gale-adapter-netty-1.jar:/lib/other.jar"))
                .containsExactlyInAnyOrder(
                        Scenario.W6_AERON_IPC,
                        Scenario.W6_AERON_UDP,
                        Scenario.W6_ACKED_AERON_IPC,
                        Scenario.W6_ACKED_AERON_UDP);
        assertThat(gale.lacking("/tree/adapter-netty/target/classes:/tree/adapter-aeron/target/classes"))
                .isEmpty();
        assertThat(storm.lacking("")).isEmpty();
    }

    @Test
    void doesNotRunWhatItIsWithout() {
        Engine without = gale.without(gale.lacking("adapter-netty"));

        assertThat(without.runs(Scenario.W6_AERON_IPC, true)).isFalse();
        assertThat(without.runs(Scenario.W6_NETTY, true)).isTrue();
    }
}
