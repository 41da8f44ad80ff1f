package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class NewcomersTest {
    private final EmbeddedChannel first = new EmbeddedChannel();
    private final EmbeddedChannel second = new EmbeddedChannel();
    private final EmbeddedChannel third = new EmbeddedChannel();
    private final Newcomers newcomers = new Newcomers(2);

    @Test
    void theOldestGoesWhenThereIsNoRoom() {
        assertThat(newcomers.add(first)).isEmpty();
        assertThat(newcomers.add(second)).isEmpty();

        assertThat(newcomers.add(third)).contains(first);
        assertThat(newcomers.count()).isEqualTo(2);
    }

    @Test
    void whoHasProvenItselfMakesRoom() {
        newcomers.add(first);
        newcomers.add(second);
        newcomers.remove(first);

        assertThat(newcomers.add(third)).isEmpty();
    }
}
