package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.SendResult;
import dev.gale.tck.transport.Ear;
import java.nio.file.Path;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of links whose endpoint's thread is ended by an {@link Error}, such as one that says that memory is used up. */
@Timeout(120)
class EndpointErrorIT {
    @TempDir
    private Path temporary;

    private static final class Exhausted extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A host whose clock fails for one thread when it is told to. */
    private static final class FailingHost implements PluginContext {
        private final PluginContext sound;
        private volatile @Nullable Thread failing;

        FailingHost(PluginContext sound) {
            this.sound = sound;
        }

        void failFor(Thread thread) {
            failing = thread;
        }

        @Override
        public LongSupplier nanoClock() {
            return () -> {
                if (Thread.currentThread() == failing) {
                    throw new Exhausted();
                }
                return sound.nanoClock().getAsLong();
            };
        }

        @Override
        public RandomGenerator random() {
            return sound.random();
        }

        @Override
        public ThreadFactory threadFactory(String purpose) {
            return sound.threadFactory(purpose);
        }

        @Override
        public void onError(String what, Throwable cause) {
            sound.onError(what, cause);
        }

        @Override
        public Counter counter(String name) {
            return sound.counter(name);
        }
    }

    @Test
    void itsLinksLoseTheirConnectionsAndTheirPeersAreTold() {
        FailingHost[] host = new FailingHost[1];
        Thread[] ofLeft = new Thread[1];
        Ear atLeft = new Ear().onFrame(frame -> ofLeft[0] = Thread.currentThread());
        Ear atRight = new Ear();
        try (Pair pair = new Pair(
                Pair.embedded(temporary.resolve("drivers"), "idle-timeout", "3s"),
                context -> host[0] = new FailingHost(context))) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            Link toRight = left.link(right.address(), Pair.RIGHT, atLeft);
            Link toLeft = right.link(left.address(), Pair.LEFT, atRight);
            atLeft.awaitConnected(1);
            atRight.awaitConnected(1);
            Pair.send(toLeft, Pair.number(1));
            atLeft.awaitFrames(1);
            host[0].failFor(ofLeft[0]);
            atLeft.awaitDisconnected(1);

            assertThat(toRight.offer(Pair.number(2))).isEqualTo(SendResult.NOT_CONNECTED);
            atRight.awaitDisconnected(1);
            assertThat(toLeft.offer(Pair.number(3))).isEqualTo(SendResult.NOT_CONNECTED);
            assertThat(atLeft.reasons()).hasSize(1).allMatch(reason -> reason.contains(Pair.LEFT.endpoint()));
            assertThat(pair.context.errors()).hasAtLeastOneElementOfType(Exhausted.class);
            toRight.close();
            assertThat(toRight.offer(Pair.number(4))).isEqualTo(SendResult.CLOSED);
        }
    }
}
