package dev.gale.bench.cluster;

import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A link of an adapter, by the port that the engine uses. */
final class PortLink implements FrameLink, LinkListener {
    private static final byte[] SECRET = "of this benchmark".getBytes(StandardCharsets.UTF_8);
    private static final long PATIENCE_SECONDS = 30;

    private final Transport transport;
    private final Endpoint endpoint;
    private final Handler handler;
    private final CountDownLatch connected = new CountDownLatch(1);
    private final Semaphore room = new Semaphore(0);
    private @Nullable Link link;
    private volatile @Nullable String broken;

    /**
     * Listens; connects later.
     *
     * @param section of the transport
     * @param self which end this is
     */
    PortLink(String transport, Map<String, String> section, String self, Handler handler) {
        this.handler = handler;
        TransportFactory factory = factory(transport);
        this.transport = factory.open(
                ConfigSection.of(transport, section),
                new EnginePluginContext(
                        "bench-" + self, "transport " + transport, System::nanoTime, new SplittableRandom()));
        endpoint = this.transport.bind(
                "127.0.0.1:0",
                identity(self, self + "-" + ProcessHandle.current().pid()),
                SECRET);
    }

    /** @throws dev.gale.spi.plugin.EngineException REJECTED, with what to do, if it is not installed */
    static TransportFactory factory(String transport) {
        return Plugins.here().find(TransportFactory.class, "transport", transport, TransportFactory::name);
    }

    String address() {
        return endpoint.address();
    }

    /** Returns when frames can be sent. */
    void connect(String address, String peer) throws InterruptedException {
        link = endpoint.link(address, identity(peer, ""), this);
        if (!connected.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no connection to " + address + " within " + PATIENCE_SECONDS + " s");
        }
    }

    @Override
    public boolean offer(ByteBuffer frame) {
        Link to = link;
        if (to == null) {
            throw new IllegalStateException("it was not connected before");
        }
        SendResult result = to.offer(frame);
        return switch (result) {
            case SENT -> true;
            case BACK_PRESSURED -> false;
            case NOT_CONNECTED, CLOSED -> throw new IllegalStateException("the link is " + result + ": " + broken);
        };
    }

    /** One word of room follows each run of refusals, and a run is one refusal here. */
    @Override
    public void awaitRoom() throws InterruptedException {
        if (!room.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no room within " + PATIENCE_SECONDS + " s");
        }
    }

    @Override
    public void flush() {
        // An adapter sends by itself.
    }

    @Override
    public void connected(PeerIdentity peer) {
        connected.countDown();
    }

    @Override
    public void frame(ByteBuffer frame) {
        try {
            handler.frame(this, frame);
        } catch (IOException e) {
            throw new IllegalStateException("a frame was not handled", e);
        }
    }

    @Override
    public void writable() {
        room.release();
        try {
            handler.room(this);
        } catch (IOException e) {
            throw new IllegalStateException("an answer was not sent", e);
        }
    }

    @Override
    public void disconnected(String reason, long framesLost) {
        broken = reason;
        room.release();
    }

    @Override
    public void close() {
        transport.close();
    }

    private static PeerIdentity identity(String end, String incarnation) {
        return new PeerIdentity("bench", end, 1, incarnation);
    }
}
