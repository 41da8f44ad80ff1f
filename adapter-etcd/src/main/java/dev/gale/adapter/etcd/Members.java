package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import io.grpc.ChannelCredentials;
import io.grpc.ConnectivityState;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The links to the members, one of which is in use: calls, lease and watches all go that way, until it does not answer.
 * Links are kept for the next time. All of their threads are the host's.
 */
final class Members {
    /** More than the answer to any question of ours: a page of values, or what a commit was refused for. */
    private static final int MOST_ANSWER_BYTES = 64 * 1024 * 1024;

    /** Servers end connections that are asked for signs of life more often than every 5 s. */
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

    private static final Duration NO_SIGN_OF_LIFE = Duration.ofSeconds(5);
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final EtcdSettings settings;
    private final TaskThread thread;
    private final Runnable doubt;
    private final JoinedThreads loopThreads;
    private final JoinedThreads lookUpThreads;
    /** Not a group of one: a group's end is told by a thread of Netty's own, which stays for a while. */
    private final SingleThreadIoEventLoop loop;

    // Guarded by this.
    private final List<Link> links = new ArrayList<>();
    private int inUse;

    /** @param doubt called when a connection is lost */
    Members(EtcdSettings settings, PluginContext context, TaskThread thread, Runnable doubt) {
        this.settings = settings;
        this.thread = thread;
        this.doubt = doubt;
        this.loopThreads = new JoinedThreads(context.threadFactory("grpc"));
        this.lookUpThreads = new JoinedThreads(context.threadFactory("names"));
        this.loop = new SingleThreadIoEventLoop(null, loopThreads, NioIoHandler.newFactory());
    }

    /**
     * Makes all links, none of which connects before it is used. What cannot be used is thrown here, and never by a link
     * that is needed later: the files of TLS are read once.
     */
    synchronized void open() {
        ChannelCredentials credentials =
                settings.tls().map(TlsSettings::credentials).orElseGet(InsecureChannelCredentials::create);
        settings.endpoints().stream().distinct().forEach(endpoint -> links.add(open(endpoint, credentials)));
    }

    /** The one in use. */
    synchronized Link link() {
        return links.get(inUse);
    }

    /** That one did not answer: the next is in use, or the same at once when there is no other. */
    synchronized void next(Link failed) {
        if (failed == link()) {
            inUse = (inUse + 1) % links.size();
        }
        link().managed().resetConnectBackoff();
    }

    private Link open(Endpoint endpoint, ChannelCredentials credentials) {
        ManagedChannel channel = builder(endpoint, credentials)
                .eventLoopGroup(loop)
                .channelType(NioSocketChannel.class)
                .executor(thread)
                .offloadExecutor(task -> lookUpThreads.newThread(task).start())
                .maxInboundMessageSize(MOST_ANSWER_BYTES)
                .keepAliveTime(SIGN_OF_LIFE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(NO_SIGN_OF_LIFE.toMillis(), TimeUnit.MILLISECONDS)
                .disableServiceConfigLookUp()
                .disableRetry()
                .build();
        follow(channel, ConnectivityState.IDLE);
        return new Link(endpoint, channel, settings.credentials(), settings.connectTimeout());
    }

    private NettyChannelBuilder builder(Endpoint endpoint, ChannelCredentials credentials) {
        try {
            return NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port(), credentials);
        } catch (IllegalArgumentException e) {
            // Hosts have been looked at with the settings; a key and its password are not, before they are used.
            String what = settings.tls().isPresent()
                    ? "cannot use the files of etcd.tls: " + Failures.brief(e) + "; is etcd.tls.key-password right?"
                    : "cannot use the endpoint " + endpoint + " of etcd.endpoints: " + Failures.brief(e);
            throw new EngineException(Category.REJECTED, what, e);
        }
    }

    /** So that the loss of a connection is known before something is asked for by it. */
    private void follow(ManagedChannel channel, ConnectivityState before) {
        channel.notifyWhenStateChanged(before, () -> {
            ConnectivityState now = channel.getState(false);
            if (now == ConnectivityState.SHUTDOWN) {
                return;
            }
            if (before == ConnectivityState.READY) {
                doubt.run();
            }
            follow(channel, now);
        });
    }

    /** Ends what is under way. */
    void close() {
        List<ManagedChannel> channels;
        synchronized (this) {
            channels = links.stream().map(Link::managed).toList();
        }
        channels.forEach(ManagedChannel::shutdownNow);
        // Before any wait, which an interrupt may end: it runs what the channels have just given it, and ends.
        loop.shutdownGracefully(0, CLOSE.toMillis(), TimeUnit.MILLISECONDS);
        try {
            for (ManagedChannel channel : channels) {
                channel.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
            }
            loop.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loopThreads.join(CLOSE);
        lookUpThreads.join(CLOSE);
    }
}
