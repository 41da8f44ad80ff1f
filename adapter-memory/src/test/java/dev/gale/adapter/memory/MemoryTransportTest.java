package dev.gale.adapter.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryTransportTest {
    private static final byte[] SECRET = {1, 2, 3};
    private static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 1, "a");
    private static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 1, "b");

    private final Patience patience = Patience.fromSystemProperty();
    private final TckContext context = new TckContext();
    private final MemoryTransport network = new MemoryTransportFactory().open(ConfigSection.empty("memory"), context);

    @AfterEach
    void close() {
        network.close();
        assertThat(context.liveThreads()).isEmpty();
    }

    @Test
    void twoTransportsAreTwoNetworks() {
        MemoryTransport other = new MemoryTransportFactory().open(ConfigSection.empty("memory"), context);
        Endpoint here = network.bind("host:1", LEFT, SECRET);
        Endpoint there = other.bind("host:2", RIGHT, SECRET);
        other.bind("host:1", LEFT, SECRET);
        Link link = here.link("host:2", RIGHT, new Words());
        there.link("host:1", LEFT, new Words());

        assertThat(link.offer(ByteBuffer.allocate(1))).isEqualTo(SendResult.NOT_CONNECTED);
        other.close();
    }

    @Test
    void aDroppedConnectionComesBackAtOnceAndItsLossIsCountedInTheMetrics() {
        Endpoint left = network.bind("host:0", LEFT, SECRET);
        Endpoint right = network.bind("host:0", RIGHT, SECRET);
        Words atLeft = new Words();
        Words atRight = new Words();
        Link link = left.link(right.address(), RIGHT, atLeft);
        right.link(left.address(), LEFT, atRight);
        assertThat(patience.next(atLeft.words, "word")).isEqualTo("connected");
        assertThat(patience.next(atRight.words, "word")).isEqualTo("connected");

        network.drop(left.address(), right.address());

        assertThat(patience.next(atLeft.words, "word")).isEqualTo("disconnected 0");
        assertThat(patience.next(atLeft.words, "word")).isEqualTo("connected");
        assertThat(patience.next(atRight.words, "word")).isEqualTo("disconnected 0");
        assertThat(patience.next(atRight.words, "word")).isEqualTo("connected");
        assertThat(link.offer(ByteBuffer.allocate(7))).isEqualTo(SendResult.SENT);
        assertThat(patience.next(atRight.words, "word")).isEqualTo("frame 7");
        assertThat(context.count("frames.lost")).isZero();
    }

    @Test
    void reportsAllProblemsOfItsSection() {
        ConfigSection section = ConfigSection.of("memory", Map.of("buffer", "1B", "max-frme", "1MiB"));

        assertThatThrownBy(() -> new MemoryTransportFactory().open(section, context))
                .hasMessageContaining("memory.buffer: must be between 1KiB and 256MiB, was 1 bytes")
                .hasMessageContaining("memory.max-frme: unknown key, did you mean 'max-frame'?");
    }

    /** What a link was told, as words. */
    private static final class Words implements LinkListener {
        private final BlockingQueue<String> words = new LinkedBlockingQueue<>();

        @Override
        public void connected(PeerIdentity peer) {
            words.add("connected");
        }

        @Override
        public void frame(ByteBuffer frame) {
            words.add("frame " + frame.remaining());
        }

        @Override
        public void writable() {
            words.add("writable");
        }

        @Override
        public void disconnected(String reason, long framesLost) {
            words.add("disconnected " + framesLost);
        }
    }
}
