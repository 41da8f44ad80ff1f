package dev.gale.adapter.netty;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listening end: its threads, its links, and those who have come in and not yet shown who they are. */
final class NettyEndpoint implements Endpoint {
    private final NettyTransport transport;
    private final TransportKit kit;
    private final PeerIdentity self;
    private final Loops loops;
    private final Channels channels;
    private final Newcomers newcomers;
    private final List<NettyLink> links = new CopyOnWriteArrayList<>();
    private final Channel server;
    private final Address address;

    /** Guarded by this, as is adding to the links. */
    private boolean closed;

    /** Listens when it returns, or throws. */
    NettyEndpoint(NettyTransport transport, TransportKit kit, Address wanted, PeerIdentity self, byte[] secret) {
        this.transport = transport;
        this.kit = kit;
        this.self = self;
        this.newcomers = new Newcomers(kit.settings().maxUnauthenticated());
        this.loops = new Loops(kit.settings().threads(), kit.sockets().io(), kit.context());
        this.channels = new Channels(kit, loops, self, secret);
        try {
            this.server = channels.listen(wanted, this::onAccepted);
        } catch (EngineException e) {
            loops.shutdown();
            loops.join();
            throw e;
        }
        this.address = wanted.withPort(((InetSocketAddress) server.localAddress()).getPort());
    }

    @Override
    public String address() {
        return address.toString();
    }

    PeerIdentity self() {
        return self;
    }

    int maxFrameBytes() {
        return kit.settings().maxFrameBytes();
    }

    Tally tally() {
        return kit.tally();
    }

    Newcomers newcomers() {
        return newcomers;
    }

    List<NettyLink> links() {
        return links;
    }

    Loops loops() {
        return loops;
    }

    EventLoop nextLoop() {
        return loops.next();
    }

    boolean onTransportThread() {
        return transport.onOwnThread();
    }

    void onFault(String what, Throwable thrown) {
        kit.context().onError(what, thrown);
    }

    Connection connection(NettyLink link, Channel channel, PeerIdentity peer) {
        return new Connection(link, channel, peer, kit.settings(), kit.tally());
    }

    @Override
    public Link link(String peerAddress, PeerIdentity peer, LinkListener listener) {
        Address parsed = Address.parse(peerAddress);
        if (self.group().equals(peer.group()) && self.endpoint().equals(peer.endpoint())) {
            throw new IllegalArgumentException("a link from " + self.endpoint() + " to itself");
        }
        NettyLink link;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("endpoint " + self.endpoint() + " is closed");
            }
            for (NettyLink other : links) {
                if (sameButIncarnation(other.peer(), peer)) {
                    throw new IllegalArgumentException("there is an open link to " + other.peer() + " already");
                }
            }
            link = new NettyLink(this, parsed, peer, listener, kit);
            links.add(link);
        }
        link.start();
        return link;
    }

    private static boolean sameButIncarnation(PeerIdentity one, PeerIdentity other) {
        return one.group().equals(other.group())
                && one.endpoint().equals(other.endpoint())
                && one.generation() == other.generation();
    }

    void forget(NettyLink link) {
        links.remove(link);
    }

    /** On the dialler's loop: one attempt. */
    void dial(Dialler dialler) {
        tally().dialled();
        channels.dial(dialler);
    }

    /** On the channel's loop; may come before the constructor has ended. */
    private void onAccepted(Channel channel) {
        channel.closeFuture().addListener(gone -> newcomers.remove(channel));
        newcomers.add(channel).ifPresent(oldest -> {
            tally().refused(Refusal.CROWDED, this + " from " + oldest.remoteAddress(), "the oldest of them goes");
            oldest.close();
        });
        channels.prepare(channel, new Acceptance(this));
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        ChannelFuture unbound = server.close();
        for (NettyLink link : links) {
            link.close();
        }
        loops.shutdown();
        if (!onTransportThread()) {
            unbound.awaitUninterruptibly();
            loops.join();
        }
    }

    @Override
    public String toString() {
        return "endpoint " + self.endpoint();
    }
}
