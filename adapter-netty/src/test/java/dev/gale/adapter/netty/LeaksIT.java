package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.SendResult;
import dev.gale.tck.transport.Ear;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No buffer is forgotten, whatever ends a connection. The detector follows each single one. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LeaksIT {
    private static final int FRAMES = Boolean.getBoolean("gale.test.long") ? 1_000_000 : 200_000;
    private static final int CONNECTIONS = Boolean.getBoolean("gale.test.long") ? 1_000 : 200;

    private final List<String> leaks = new CopyOnWriteArrayList<>();
    private final Level before = ResourceLeakDetector.getLevel();
    private long heldBefore;

    @BeforeEach
    void followEveryBuffer() {
        ResourceLeakDetector.setLevel(Level.PARANOID);
        ByteBufUtil.setLeakListener((resource, records) -> leaks.add(resource + " " + records));
        heldBefore = Pair.heldBuffers();
    }

    @AfterEach
    void nothingWasForgotten() {
        // The detector looks when something new is followed, and finds what the collector has found before.
        for (int round = 0; round < 5; round++) {
            System.gc();
            PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
        }
        ResourceLeakDetector.setLevel(before);
        ByteBufUtil.setLeakListener(null);
        assertThat(leaks).isEmpty();
        assertThat(Pair.heldBuffers()).as("buffers that somebody holds").isEqualTo(heldBefore);
    }

    @Test
    void framesBothWaysLeaveNothingBehind() throws InterruptedException {
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        try (Pair pair = new Pair(Map.of("buffer-high", "256KiB"))) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            Link leftsLink = left.link(right.address(), Pair.RIGHT, atLeft);
            Link rightsLink = right.link(left.address(), Pair.LEFT, atRight);
            atLeft.awaitConnected(1);
            atRight.awaitConnected(1);
            Thread other = new Thread(() -> send(rightsLink, atRight, 1));
            other.start();
            send(leftsLink, atLeft, 2);
            other.join();

            atLeft.awaitFrames(FRAMES / 2);
            atRight.awaitFrames(FRAMES / 2);
        }
    }

    private static void send(Link link, Ear ear, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ByteBuffer frame = ByteBuffer.allocate(4_000);
        for (int number = 0; number < FRAMES / 2; number++) {
            frame.limit(1 + random.nextInt(random.nextInt(4) == 0 ? 4_000 : 100));
            int wakeUps = ear.wakeUps();
            while (link.offer(frame) != SendResult.SENT) {
                ear.awaitWritable(++wakeUps);
            }
        }
    }

    /** O-48 */
    @Test
    void connectionsThatEndAnywhereLeaveNothingBehind() throws IOException {
        Ear atRight = new Ear();
        SplittableRandom random = new SplittableRandom(3);
        byte[] hello = new DiallerHandshake(Pair.LEFT, Pair.SECRET, new byte[32], Pair.RIGHT).opening();
        try (Pair pair = new Pair(Map.of())) {
            Endpoint right = pair.bind(Pair.RIGHT);
            Link link = right.link(Pair.NOWHERE, Pair.LEFT, atRight);
            for (int number = 1; number <= CONNECTIONS; number++) {
                try (RawPeer peer = RawPeer.proven(right.address(), Pair.LEFT, Pair.RIGHT, Pair.SECRET)) {
                    atRight.awaitConnected(number);
                    link.offer(ByteBuffer.allocate(1 + random.nextInt(100_000)));
                    peer.write(ByteBuffer.allocate(4 + random.nextInt(20_000))
                            .putInt(100_000)
                            .array());
                    if (random.nextBoolean()) {
                        peer.socket.setSoLinger(true, 0);
                    }
                }
                try (RawPeer peer = RawPeer.connect(right.address())) {
                    peer.writeInt(hello.length);
                    peer.write(Arrays.copyOf(hello, random.nextInt(hello.length)));
                }
                atRight.awaitDisconnected(number);
            }
        }
    }

    /** O-48 */
    @Test
    void brokenFramesLeaveNothingBehind() throws IOException {
        Ear atRight = new Ear();
        SplittableRandom random = new SplittableRandom(4);
        try (Pair pair = new Pair(Map.of())) {
            Endpoint right = pair.bind(Pair.RIGHT);
            Link link = right.link(Pair.NOWHERE, Pair.LEFT, atRight);
            for (int number = 1; number <= CONNECTIONS; number++) {
                try (RawPeer peer = RawPeer.proven(right.address(), Pair.LEFT, Pair.RIGHT, Pair.SECRET)) {
                    atRight.awaitConnected(number);
                    link.offer(ByteBuffer.allocate(1 + random.nextInt(100_000)));
                    peer.write(new byte[] {0, 0, 0, 1, 7, -1, -1, -1, -1, 1, 2, 3});
                    peer.awaitEnd();
                }
                atRight.awaitDisconnected(number);
            }
            assertThat(pair.context.count("closed.bad-frame")).isEqualTo(CONNECTIONS);
        }
    }
}
