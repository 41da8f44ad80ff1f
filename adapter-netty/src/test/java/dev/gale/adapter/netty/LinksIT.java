package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.netty.NettySettings.NativeIo;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.tck.TckContext;
import dev.gale.tck.network.Fault;
import dev.gale.tck.network.FaultProxy;
import dev.gale.tck.network.TcpProxy;
import dev.gale.tck.transport.Ear;
import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links over real sockets: order, outages, crossing attempts, what is said to have arrived. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LinksIT {
    private static final int NUMBERS = Boolean.getBoolean("gale.test.long") ? 10_000_000 : 1_000_000;

    /** O-43 */
    @Test
    void aMillionNumbersKeepTheirOrderWhileTheReaderStopsAndGoes() {
        AtomicLong expected = new AtomicLong();
        AtomicLong wrong = new AtomicLong();
        CountDownLatch never = new CountDownLatch(1);
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        atRight.onFrame(frame -> {
            long number = expected.getAndIncrement();
            if (frame.getLong(frame.position()) != number) {
                wrong.incrementAndGet();
            }
            if (number % (NUMBERS / 20) == 0) {
                pause(never);
            }
        });
        try (Pair pair = new Pair(Map.of("buffer-high", "64KiB"))) {
            Link link = pair.connect(atLeft, atRight);
            ByteBuffer frame = ByteBuffer.allocateDirect(Long.BYTES);
            for (long number = 0; number < NUMBERS; number++) {
                send(link, frame.putLong(0, number), atLeft);
            }
            atRight.awaitFrames(NUMBERS);

            assertThat(wrong).hasValue(0);
            assertThat(atRight.frames()).isEqualTo(NUMBERS);
            assertThat(atLeft.wakeUps()).as("the sender was stopped").isPositive();
            assertThat(atLeft.reasons()).isEmpty();
            assertThat(pair.context.count("frames.lost")).isZero();
        }
    }

    @Test
    void epollIsUsedWhereItIsThere() {
        boolean there = System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
        Channel any = Sockets.choose(NativeIo.AUTO).client().newChannel();
        Channel plain = Sockets.choose(NativeIo.FALSE).client().newChannel();

        assertThat(any instanceof EpollSocketChannel).isEqualTo(there);
        assertThat(plain).isInstanceOf(NioSocketChannel.class);
        any.unsafe().closeForcibly();
        plain.unsafe().closeForcibly();
    }

    private static void pause(CountDownLatch never) {
        try {
            assertThat(never.await(20, TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(Link link, ByteBuffer frame, Ear ear) {
        int wakeUps = ear.wakeUps();
        while (link.offer(frame) != SendResult.SENT) {
            ear.awaitWritable(++wakeUps);
        }
    }

    @Test
    void everyRunOfRefusalsHasOneWakeUpHoweverManyThreadsOffer() throws InterruptedException {
        Ear atLeft = new Ear();
        try (Pair pair = new Pair(Map.of("buffer-high", "4KiB", "threads", 2))) {
            Link link = pair.connect(atLeft, new Ear());
            AtomicLong sent = new AtomicLong();
            Runnable sender = () -> {
                ByteBuffer frame = ByteBuffer.allocate(100);
                for (int number = 0; number < 50_000; number++) {
                    int wakeUps = atLeft.wakeUps();
                    while (link.offer(frame) != SendResult.SENT) {
                        // Whoever is refused relies on a wake-up that came after it had looked.
                        atLeft.awaitWritable(wakeUps + 1);
                        wakeUps = atLeft.wakeUps();
                    }
                    sent.incrementAndGet();
                }
            };
            Thread[] threads = {new Thread(sender), new Thread(sender), new Thread(sender)};
            for (Thread thread : threads) {
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(sent).hasValue(150_000);
        }
    }

    /** O-40 */
    @Test
    void aPeerThatWasAwayForLongIsBackWithinOneBackoff() throws IOException {
        Map<String, Object> settings =
                Map.of("backoff-min", "10ms", "backoff-max", "400ms", "dial-fallback", "1h", "heartbeat", "50ms");
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        try (Pair pair = new Pair(settings);
                Pair other = new Pair(settings)) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = other.bind(Pair.RIGHT);
            try (FaultProxy toRight = TcpProxy.to(right.address());
                    FaultProxy toLeft = TcpProxy.to(left.address())) {
                left.link(toRight.address(), Pair.RIGHT, atLeft);
                right.link(toLeft.address(), Pair.LEFT, atRight);
                atLeft.awaitConnected(1);
                atRight.awaitConnected(1);
                toRight.apply(Fault.CUT);
                atLeft.awaitDisconnected(1);
                long dials = pair.context.count("dials");
                long begun = System.nanoTime();
                Pair.await("20 attempts", () -> pair.context.count("dials") >= dials + 20);
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                long before = pair.context.count("dials");
                toRight.heal();
                atLeft.awaitConnected(2);
                atRight.awaitConnected(2);

                assertThat(millis).as("20 attempts are far apart").isGreaterThan(14 * 200);
                // One may have been under way, and no two are further apart than the limit.
                assertThat(pair.context.count("dials") - before).isLessThanOrEqualTo(2);
                assertThat(atLeft.reasons()).as("the outage is told once").hasSize(1);
            }
        }
    }

    @Test
    void attemptsThatCrossEndInOneConnection() {
        for (int round = 0; round < 30; round++) {
            Ear atLeft = new Ear();
            Ear atRight = new Ear();
            try (Pair pair = new Pair(
                    Map.of("dial-fallback", "1ms", "backoff-min", "1ms", "backoff-max", "50ms", "threads", 2))) {
                Endpoint left = pair.bind(Pair.LEFT);
                Endpoint right = pair.bind(Pair.RIGHT);
                Link rightsLink = right.link(left.address(), Pair.LEFT, atRight);
                Link leftsLink = left.link(right.address(), Pair.RIGHT, atLeft);
                atLeft.awaitConnected(1);
                atRight.awaitConnected(1);
                Pair.await("left sends", () -> leftsLink.offer(ByteBuffer.allocate(1)) == SendResult.SENT);
                Pair.await("right sends", () -> rightsLink.offer(ByteBuffer.allocate(1)) == SendResult.SENT);
                atLeft.awaitFrames(1);
                atRight.awaitFrames(1);

                assertThat(atLeft.connections() + atRight.connections())
                        .as("round %d: %s, %s", round, atLeft, atRight)
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void theOtherEndDialsWhenTheFirstCannot() {
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        try (Pair pair = new Pair(Map.of("dial-fallback", "50ms"))) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            left.link(Pair.NOWHERE, Pair.RIGHT, atLeft);
            right.link(left.address(), Pair.LEFT, atRight);

            atLeft.awaitConnected(1);
            atRight.awaitConnected(1);
        }
    }

    @Test
    void aHostNameIsLookedUp() {
        Ear atLeft = new Ear();
        TckContext context;
        try (Pair pair = new Pair(Map.of())) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            right.link(left.address(), Pair.LEFT, new Ear());
            left.link("localhost:" + Address.parse(right.address()).port(), Pair.RIGHT, atLeft);

            atLeft.awaitConnected(1);
            context = pair.context;
        }
        assertThat(context.liveThreads()).isEmpty();
    }

    @Test
    void aPeerThatComesAnewBeforeItsOldConnectionIsMissedIsANewPeerAtOnce() throws IOException {
        Ear atRight = new Ear();
        PeerIdentity anyLeft = new PeerIdentity("orders-1", "left:6700", 3, "");
        try (Pair pair = new Pair(Map.of("idle-timeout", "1h"))) {
            Endpoint right = pair.bind(Pair.RIGHT);
            right.link(Pair.NOWHERE, anyLeft, atRight);
            RawPeer first = RawPeer.proven(right.address(), Pair.LEFT, Pair.RIGHT, Pair.SECRET);
            atRight.awaitConnected(1);
            PeerIdentity secondLife = new PeerIdentity("orders-1", "left:6700", 3, "left-life-2");
            RawPeer second = RawPeer.proven(right.address(), secondLife, Pair.RIGHT, Pair.SECRET);
            atRight.awaitConnected(2);
            second.write(new byte[] {0, 0, 0, 1, 7});
            atRight.awaitFrames(1);

            assertThat(atRight.reasons()).containsExactly("the peer connected anew");
            first.awaitEnd();
            first.close();
            second.close();
        }
    }

    @Test
    void whatThePeerSaysToHaveGotIsNotLost() throws IOException {
        Ear atRight = new Ear();
        try (Pair pair = new Pair(Map.of())) {
            Endpoint right = pair.bind(Pair.RIGHT);
            Link link = right.link(Pair.NOWHERE, Pair.LEFT, atRight);
            RawPeer peer = RawPeer.proven(right.address(), Pair.LEFT, Pair.RIGHT, Pair.SECRET);
            atRight.awaitConnected(1);
            for (int number = 0; number < 10; number++) {
                assertThat(link.offer(ByteBuffer.allocate(5))).isEqualTo(SendResult.SENT);
            }
            peer.write(ByteBuffer.allocate(12 + 5)
                    .putInt(FrameHeader.of(FrameHeader.RECEIVED, 8))
                    .putLong(7)
                    .putInt(1)
                    .array());
            atRight.awaitFrames(1);
            peer.close();
            atRight.awaitDisconnected(1);

            assertThat(atRight.framesLost()).isEqualTo(3);
        }
    }

    @Test
    void anEndThatClosesSaysWhatItHasGot() {
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        try (Pair pair = new Pair(Map.of("heartbeat", "30m", "idle-timeout", "1h"))) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            Link link = left.link(right.address(), Pair.RIGHT, atLeft);
            Link far = right.link(left.address(), Pair.LEFT, atRight);
            atLeft.awaitConnected(1);
            atRight.awaitConnected(1);
            for (int number = 0; number < 100; number++) {
                assertThat(link.offer(ByteBuffer.allocate(5))).isEqualTo(SendResult.SENT);
            }
            atRight.awaitFrames(100);
            far.close();
            atLeft.awaitDisconnected(1);

            assertThat(atLeft.framesLost()).isZero();
        }
    }
}
