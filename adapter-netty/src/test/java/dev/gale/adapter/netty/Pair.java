package dev.gale.adapter.netty;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.Ear;
import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What the tests over sockets have in common: two who know each other, and a transport for one or both. */
final class Pair implements AutoCloseable {
    static final byte[] SECRET = "a secret of the group".getBytes(StandardCharsets.UTF_8);
    static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 3, "left-life");
    static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "right-life");

    /** Nobody listens there. */
    static final String NOWHERE = "127.0.0.1:1";

    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    final TckContext context = new TckContext();
    final Transport transport;

    Pair(Map<String, Object> settings) {
        transport = new NettyTransportFactory().open(ConfigSection.of("netty", settings), context);
    }

    Endpoint bind(PeerIdentity self) {
        return transport.bind("127.0.0.1:0", self, SECRET);
    }

    /** Both ends, connected. */
    Link connect(Ear atLeft, Ear atRight) {
        Endpoint left = bind(LEFT);
        Endpoint right = bind(RIGHT);
        Link link = left.link(right.address(), RIGHT, atLeft);
        right.link(left.address(), LEFT, atRight);
        atLeft.awaitConnected(1);
        atRight.awaitConnected(1);
        return link;
    }

    /** Looks again and again. */
    static void await(String what, BooleanSupplier condition) {
        Patience patience = Patience.fromSystemProperty();
        long deadline = System.nanoTime() + patience.longest().toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + patience.longest() + ": " + what);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** Bytes of pooled direct memory that are reserved. */
    static long reservedBytes() {
        return PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }

    /** Pooled direct buffers that are not back in the pool. */
    static long heldBuffers() {
        return PooledByteBufAllocator.DEFAULT.metric().directArenas().stream()
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
    }

    @Override
    public void close() {
        transport.close();
    }
}
