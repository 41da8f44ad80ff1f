package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.Ear;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** What the tests with real drivers have in common: two who know each other, and a transport for one or both. */
final class Pair implements AutoCloseable {
    static final byte[] SECRET = "a secret of the group".getBytes(StandardCharsets.UTF_8);
    static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 3, "left-life");
    static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "right-life");

    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    final TckContext context = new TckContext();
    final Transport transport;

    Pair(Map<String, Object> settings) {
        this(settings, context -> context);
    }

    /** @param host what the transport gets for a host, made of what the tests usually give it */
    Pair(Map<String, Object> settings, UnaryOperator<PluginContext> host) {
        transport = new AeronTransportFactory().open(ConfigSection.of("aeron", settings), host.apply(context));
    }

    /** A driver inside, below {@code base}, and UDP. */
    static Map<String, Object> embedded(Path base, Object... more) {
        return settings(Map.of("driver", "embedded", "dir", base.toString(), "ipc", false), more);
    }

    /** The driver in {@code directory}, and shared memory. */
    static Map<String, Object> external(Path directory, Object... more) {
        return settings(Map.of("driver", "external", "dir", directory.toString()), more);
    }

    private static Map<String, Object> settings(Map<String, Object> first, Object... more) {
        Map<String, Object> all = new HashMap<>(first);
        for (int index = 0; index < more.length; index += 2) {
            all.put(String.valueOf(more[index]), more[index + 1]);
        }
        return all;
    }

    Endpoint bind(PeerIdentity self) {
        return transport.bind("127.0.0.1:0", self, SECRET);
    }

    static PeerIdentity anyLife(PeerIdentity peer) {
        return new PeerIdentity(peer.group(), peer.endpoint(), peer.generation(), "");
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

    static ByteBuffer number(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).flip();
    }

    /** Sends as soon as the link takes it. */
    static void send(Link link, ByteBuffer frame) {
        await("a frame to be sent", () -> link.offer(frame) == SendResult.SENT);
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

    @Override
    public void close() {
        transport.close();
    }
}
