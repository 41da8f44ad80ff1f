package dev.gale.adapter.netty;

import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.PeerIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Dials for one link whenever that has no connection, for as long as it is open. The end that dials first begins at once;
 * the other one after a while, in case that only it can reach its peer.
 *
 * <p>A connection that did not last counts as a failure, so that a peer in a crash loop is dialled ever more seldom.
 *
 * <p>All of it runs on one loop of the endpoint, but {@link #start} and {@link #onLost}.
 */
final class Dialler implements HandshakeHandler.Outcome {
    private final NettyEndpoint endpoint;
    private final NettyLink link;
    private final Occupancy occupancy;
    private final EventLoop loop;
    private final Backoff backoff;
    private final long headStartMillis;

    private @Nullable Future<?> planned;
    private int failures;

    Dialler(
            NettyEndpoint endpoint,
            NettyLink link,
            Occupancy occupancy,
            boolean dialsFirst,
            TimeSettings times,
            PluginContext context) {
        this.endpoint = endpoint;
        this.link = link;
        this.occupancy = occupancy;
        this.loop = endpoint.nextLoop();
        this.backoff = new Backoff(times.backoffMin(), times.backoffMax(), context.random());
        this.headStartMillis = dialsFirst ? 0 : times.fallback().toMillis();
    }

    EventLoop loop() {
        return loop;
    }

    NettyLink link() {
        return link;
    }

    /** From any thread. */
    void start() {
        execute(() -> plan(headStartMillis));
    }

    /**
     * From any thread: the link has lost its connection.
     *
     * @param lasted whether it had it for a good while
     */
    void onLost(boolean lasted) {
        execute(() -> {
            failures = lasted ? 0 : failures + 1;
            plan(headStartMillis + backoff.delayMillis(failures));
        });
    }

    private void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            // The endpoint is closed: nobody is to dial any more.
        }
    }

    private void plan(long delayMillis) {
        if (planned != null) {
            planned.cancel(false);
        }
        planned = link.gate().isClosed() ? null : loop.schedule(this::dial, delayMillis, TimeUnit.MILLISECONDS);
    }

    private void dial() {
        planned = null;
        if (occupancy.tryDial()) {
            endpoint.dial(this);
        } else if (!occupancy.isTaken()) {
            // Someone is being accepted just now; should that fail, it is for us to go on.
            plan(headStartMillis + backoff.delayMillis(failures));
        }
    }

    /** The address is nowhere, or nobody answered there. */
    void onUnreachable() {
        occupancy.dialFailed();
        failures++;
        plan(Math.max(headStartMillis, backoff.delayMillis(failures)));
    }

    @Override
    public @Nullable ChannelHandler proven(Channel channel, PeerIdentity peer) {
        Connection connection = endpoint.connection(link, channel, peer);
        if (occupancy.adoptDialled(connection)) {
            return connection;
        }
        // Another one is there, or being made; should that fail, it is for us to go on.
        plan(headStartMillis + backoff.delayMillis(failures));
        return null;
    }

    @Override
    public void failed(Channel channel, Refusal refusal, String reason) {
        endpoint.tally().refused(refusal, link.toString(), reason);
        if (refusal.isTold()) {
            link.onRefused("not connected to " + link.peer().endpoint() + " at " + link.address() + ", "
                    + refusal.text() + ": " + reason);
        }
        onUnreachable();
    }
}
