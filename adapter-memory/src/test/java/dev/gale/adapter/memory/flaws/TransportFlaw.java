package dev.gale.adapter.memory.flaws;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * What a transport can do wrong, by the rule that it breaks. Rule 14 is not among them: a connection inside one process cannot fall
 * silent.
 */
enum TransportFlaw {
    HIDES_INCARNATIONS(1, sound -> withListeners(sound, HidesIncarnations::new)),
    WAITS_FOR_THE_PEER(1, WaitsForThePeer::new),
    LETS_ANY_SECRET_IN(2, AnySecret::new),
    TAKES_ANY_SIZE(3, sound -> withLinks(sound, link -> new AnySize(link, sound.maxFrameBytes()))),
    SENDS_SOME_TWICE(4, sound -> withLinks(sound, SomeTwice::new)),
    MOVES_THE_BUFFER(5, sound -> withLinks(sound, MovesTheBuffer::new)),
    FORGETS_TO_WAKE(6, sound -> withListeners(sound, ForgetsToWake::new)),
    WAITS_FOR_ROOM(6, sound -> withLinks(sound, WaitsForRoom::new)),
    PRETENDS_TO_SEND(7, sound -> withLinks(sound, PretendsToSend::new)),
    LENDS_WRITABLE_BYTES(8, sound -> withListeners(sound, WritableBytes::new)),
    COUNTS_NO_LOSS(9, sound -> withListeners(sound, NoLoss::new)),
    MIXES_LIVES(10, sound -> withListeners(sound, MixesLives::new)),
    HIDES_WHAT_LISTENERS_THROW(11, sound -> withListeners(sound, HidesThrown::new)),
    IS_NOT_CONNECTED_ONCE_CLOSED(12, sound -> withLinks(sound, NotConnected::new)),
    WAITS_FOR_ITS_OWN_CALLBACK(12, WaitsForItsOwnCallback::new),
    THROWS_ANOTHER_EXCEPTION(13, AnotherException::new);

    private static final long LOOK_AGAIN_NANOS = 1_000_000;
    private static final Duration A_WHILE = Findings.SHORT.dividedBy(4);

    final int rule;
    private final UnaryOperator<Transport> flawed;

    TransportFlaw(int rule, UnaryOperator<Transport> flawed) {
        this.rule = rule;
        this.flawed = flawed;
    }

    Transport in(Transport sound) {
        return flawed.apply(sound);
    }

    private static Transport withListeners(Transport sound, UnaryOperator<LinkListener> flawed) {
        return new Forwarding(sound, UnaryOperator.identity(), flawed);
    }

    private static Transport withLinks(Transport sound, UnaryOperator<Link> flawed) {
        return new Forwarding(sound, flawed, UnaryOperator.identity());
    }

    /** Does what the sound one does, but for its links and listeners. */
    private static class Forwarding implements Transport {
        final Transport sound;
        private final UnaryOperator<Link> links;
        private final UnaryOperator<LinkListener> listeners;

        Forwarding(Transport sound, UnaryOperator<Link> links, UnaryOperator<LinkListener> listeners) {
            this.sound = sound;
            this.links = links;
            this.listeners = listeners;
        }

        @Override
        public int maxFrameBytes() {
            return sound.maxFrameBytes();
        }

        @Override
        public Endpoint bind(String address, PeerIdentity self, byte[] secret) {
            return new ForwardingEndpoint(sound.bind(address, self, secret)) {
                @Override
                public Link link(String peerAddress, PeerIdentity peer, LinkListener listener) {
                    return links.apply(super.link(peerAddress, peer, listeners.apply(listener)));
                }
            };
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    private static class ForwardingEndpoint implements Endpoint {
        private final Endpoint sound;

        ForwardingEndpoint(Endpoint sound) {
            this.sound = sound;
        }

        @Override
        public String address() {
            return sound.address();
        }

        @Override
        public Link link(String peerAddress, PeerIdentity peer, LinkListener listener) {
            return sound.link(peerAddress, peer, listener);
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    private static class ForwardingLink implements Link {
        final Link sound;

        ForwardingLink(Link sound) {
            this.sound = sound;
        }

        @Override
        public SendResult offer(ByteBuffer frame) {
            return sound.offer(frame);
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    private static class ForwardingListener implements LinkListener {
        final LinkListener told;

        ForwardingListener(LinkListener told) {
            this.told = told;
        }

        @Override
        public void connected(PeerIdentity peer) {
            told.connected(peer);
        }

        @Override
        public void frame(ByteBuffer frame) {
            told.frame(frame);
        }

        @Override
        public void writable() {
            told.writable();
        }

        @Override
        public void disconnected(String reason, long framesLost) {
            told.disconnected(reason, framesLost);
        }
    }

    private static final class HidesIncarnations extends ForwardingListener {
        HidesIncarnations(LinkListener told) {
            super(told);
        }

        @Override
        public void connected(PeerIdentity peer) {
            super.connected(new PeerIdentity(peer.group(), peer.endpoint(), peer.generation(), ""));
        }
    }

    /** Returns when the link is connected, or after a while. */
    private static final class WaitsForThePeer extends Forwarding {
        WaitsForThePeer(Transport sound) {
            super(sound, UnaryOperator.identity(), UnaryOperator.identity());
        }

        @Override
        public Endpoint bind(String address, PeerIdentity self, byte[] secret) {
            return new ForwardingEndpoint(super.bind(address, self, secret)) {
                @Override
                public Link link(String peerAddress, PeerIdentity peer, LinkListener listener) {
                    AtomicBoolean connected = new AtomicBoolean();
                    Link link = super.link(peerAddress, peer, new ForwardingListener(listener) {
                        @Override
                        public void connected(PeerIdentity proven) {
                            super.connected(proven);
                            connected.set(true);
                        }
                    });
                    waitUntil(connected::get, A_WHILE);
                    return link;
                }
            };
        }
    }

    private static void waitUntil(BooleanSupplier condition, Duration longest) {
        long sinceNanos = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - sinceNanos < longest.toNanos()) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    private static final class AnySecret extends Forwarding {
        AnySecret(Transport sound) {
            super(sound, UnaryOperator.identity(), UnaryOperator.identity());
        }

        @Override
        public Endpoint bind(String address, PeerIdentity self, byte[] secret) {
            return super.bind(address, self, new byte[] {1});
        }
    }

    private static final class AnySize extends ForwardingLink {
        private final int most;

        AnySize(Link sound, int most) {
            super(sound);
            this.most = most;
        }

        @Override
        public SendResult offer(ByteBuffer frame) {
            boolean fits = frame.hasRemaining() && frame.remaining() <= most;
            return fits ? super.offer(frame) : SendResult.SENT;
        }
    }

    private static final class SomeTwice extends ForwardingLink {
        private final AtomicLong offers = new AtomicLong();

        SomeTwice(Link sound) {
            super(sound);
        }

        @Override
        public SendResult offer(ByteBuffer frame) {
            SendResult result = super.offer(frame);
            if (result == SendResult.SENT && offers.incrementAndGet() % 1_000 == 0) {
                super.offer(frame);
            }
            return result;
        }
    }

    private static final class MovesTheBuffer extends ForwardingLink {
        MovesTheBuffer(Link sound) {
            super(sound);
        }

        @Override
        public SendResult offer(ByteBuffer frame) {
            SendResult result = super.offer(frame);
            if (result == SendResult.SENT) {
                frame.position(frame.limit());
            }
            return result;
        }
    }

    private static final class ForgetsToWake extends ForwardingListener {
        ForgetsToWake(LinkListener told) {
            super(told);
        }

        @Override
        public void writable() {}
    }

    private static final class WaitsForRoom extends ForwardingLink {
        WaitsForRoom(Link sound) {
            super(sound);
        }

        @Override
        public SendResult offer(ByteBuffer frame) {
            AtomicReference<SendResult> result = new AtomicReference<>();
            waitUntil(
                    () -> {
                        result.set(super.offer(frame));
                        return result.get() != SendResult.BACK_PRESSURED;
                    },
                    A_WHILE);
            return result.get();
        }
    }

    private static final class PretendsToSend extends ForwardingLink {
        PretendsToSend(Link sound) {
            super(sound);
        }

        @Override
        public SendResult offer(ByteBuffer frame) {
            SendResult result = super.offer(frame);
            return result == SendResult.NOT_CONNECTED ? SendResult.SENT : result;
        }
    }

    private static final class WritableBytes extends ForwardingListener {
        WritableBytes(LinkListener told) {
            super(told);
        }

        @Override
        public void frame(ByteBuffer frame) {
            super.frame(ByteBuffer.allocate(frame.remaining()).put(frame).flip());
        }
    }

    private static final class NoLoss extends ForwardingListener {
        NoLoss(LinkListener told) {
            super(told);
        }

        @Override
        public void disconnected(String reason, long framesLost) {
            super.disconnected(reason, 0);
        }
    }

    private static final class MixesLives extends ForwardingListener {
        private final AtomicReference<PeerIdentity> first = new AtomicReference<>();

        MixesLives(LinkListener told) {
            super(told);
        }

        @Override
        public void connected(PeerIdentity peer) {
            first.compareAndSet(null, peer);
            super.connected(first.get());
        }
    }

    private static final class HidesThrown extends ForwardingListener {
        HidesThrown(LinkListener told) {
            super(told);
        }

        @Override
        public void frame(ByteBuffer frame) {
            try {
                super.frame(frame);
            } catch (RuntimeException hidden) {
                // The flaw.
            }
        }
    }

    private static final class NotConnected extends ForwardingLink {
        NotConnected(Link sound) {
            super(sound);
        }

        @Override
        public SendResult offer(ByteBuffer frame) {
            SendResult result = super.offer(frame);
            return result == SendResult.CLOSED ? SendResult.NOT_CONNECTED : result;
        }
    }

    private static final class WaitsForItsOwnCallback extends Forwarding {
        private final AtomicInteger running;

        WaitsForItsOwnCallback(Transport sound) {
            this(sound, new AtomicInteger());
        }

        private WaitsForItsOwnCallback(Transport sound, AtomicInteger running) {
            super(sound, UnaryOperator.identity(), told -> new ForwardingListener(told) {
                @Override
                public void frame(ByteBuffer frame) {
                    running.incrementAndGet();
                    try {
                        super.frame(frame);
                    } finally {
                        running.decrementAndGet();
                    }
                }
            });
            this.running = running;
        }

        @Override
        public void close() {
            super.close();
            waitUntil(() -> running.get() == 0, Findings.SHORT.multipliedBy(2));
        }
    }

    private static final class AnotherException extends Forwarding {
        AnotherException(Transport sound) {
            super(sound, UnaryOperator.identity(), UnaryOperator.identity());
        }

        @Override
        public Endpoint bind(String address, PeerIdentity self, byte[] secret) {
            try {
                return super.bind(address, self, secret);
            } catch (EngineException e) {
                throw new IllegalArgumentException(e);
            }
        }
    }
}
