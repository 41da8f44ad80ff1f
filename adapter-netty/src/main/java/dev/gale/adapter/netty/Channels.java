package dev.gale.adapter.netty;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.PeerIdentity;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes the channels of an endpoint, each with its handshake in it and, where it is asked for, TLS before that. */
final class Channels {
    private static final int MOST_MARK_BYTES = 256 << 10;

    private final TransportKit kit;
    private final Loops loops;
    private final PeerIdentity self;
    private final byte[] secret;
    private final SecureRandom nonces = new SecureRandom();

    Channels(TransportKit kit, Loops loops, PeerIdentity self, byte[] secret) {
        this.kit = kit;
        this.loops = loops;
        this.self = self;
        this.secret = secret.clone();
    }

    /**
     * Listens.
     *
     * @param accepted gets every channel that somebody else dialled, to be prepared
     * @throws EngineException of category REJECTED that names the address
     */
    Channel listen(Address wanted, Consumer<Channel> accepted) {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channelFactory(kit.sockets().server())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accepted.accept(channel);
                    }
                });
        int receive = kit.settings().buffers().socketReceive();
        if (receive > 0) {
            // Decides the window of the connections, so it must be there before them.
            bootstrap.option(ChannelOption.SO_RCVBUF, receive);
        }
        configure(bootstrap::childOption);
        ChannelFuture bound = bootstrap
                .bind(new InetSocketAddress(wanted.host(), wanted.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new EngineException(
                    Category.REJECTED, "address " + wanted + " cannot be bound: " + bound.cause(), bound.cause());
        }
        return bound.channel();
    }

    /** Prepares a channel that was accepted. */
    void prepare(Channel channel, Acceptance acceptance) {
        if (kit.tls() != null) {
            channel.pipeline().addLast(kit.tls().toAccept(channel));
        }
        channel.pipeline()
                .addLast(handler(new AcceptorHandshake(self, secret, nonce(), acceptance::judge), acceptance));
    }

    /** On the dialler's loop: one attempt. */
    void dial(Dialler dialler) {
        Address peer = dialler.link().address();
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(peer.host());
        try {
            if (literal != null) {
                connect(dialler, InetAddress.getByAddress(peer.host(), literal));
            } else {
                loops.lookups().execute(() -> lookUp(dialler, peer.host()));
            }
        } catch (UnknownHostException e) {
            throw new IllegalStateException("not an address after all: " + peer, e);
        } catch (RejectedExecutionException e) {
            // The endpoint is closed: nobody is to dial any more.
        }
    }

    /** On the thread for it, since it may take long. */
    private void lookUp(Dialler dialler, String host) {
        @Nullable InetAddress found = find(host);
        try {
            dialler.loop().execute(() -> {
                if (found == null) {
                    dialler.onUnreachable();
                } else {
                    connect(dialler, found);
                }
            });
        } catch (RejectedExecutionException e) {
            // The endpoint is closed: nobody is to dial any more.
        }
    }

    private static @Nullable InetAddress find(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    private void connect(Dialler dialler, InetAddress host) {
        int patience = (int) kit.settings().times().connect().toMillis();
        Bootstrap bootstrap = new Bootstrap()
                .group(dialler.loop())
                .channelFactory(kit.sockets().client())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, patience)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        prepare(channel, dialler);
                    }
                });
        configure(bootstrap::option);
        // Should there be nobody, the channel closes, and its handler tells the dialler.
        bootstrap.connect(new InetSocketAddress(host, dialler.link().address().port()));
    }

    private void prepare(Channel channel, Dialler dialler) {
        NettyLink link = dialler.link();
        if (kit.tls() != null) {
            channel.pipeline().addLast(kit.tls().toDial(channel, link.address()));
        }
        channel.pipeline().addLast(handler(new DiallerHandshake(self, secret, nonce(), link.peer()), dialler));
    }

    private HandshakeHandler handler(Handshake handshake, HandshakeHandler.Outcome outcome) {
        return new HandshakeHandler(
                handshake, outcome, kit.settings().times().handshake().toMillis());
    }

    private byte[] nonce() {
        byte[] nonce = new byte[Introduction.NONCE_BYTES];
        nonces.nextBytes(nonce);
        return nonce;
    }

    /** Either of Netty's two ways to set an option. */
    private interface Options {
        <T> Object set(ChannelOption<T> option, T value);
    }

    /** What both the connections that are dialled and those that are accepted are like. */
    private void configure(Options options) {
        BufferSettings buffers = kit.settings().buffers();
        int mark = Math.min(MOST_MARK_BYTES, buffers.high());
        options.set(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT);
        options.set(ChannelOption.TCP_NODELAY, true);
        options.set(ChannelOption.SO_KEEPALIVE, true);
        options.set(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(mark / 2, mark));
        if (buffers.socketSend() > 0) {
            options.set(ChannelOption.SO_SNDBUF, buffers.socketSend());
        }
        if (buffers.socketReceive() > 0) {
            options.set(ChannelOption.SO_RCVBUF, buffers.socketReceive());
        }
    }
}
