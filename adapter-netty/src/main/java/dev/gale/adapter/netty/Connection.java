package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A channel whose peer is proven, from then to its end. All of it runs on the channel's loop, but {@link #offer}, {@link
 * #begin} and {@link #end}.
 *
 * <p>It is made, waits for the link to be free, begins, and ends; or ends before it has begun. What the peer sends
 * before it begins waits in {@code early}; reading is off until then.
 *
 * <p>Silence is measured in heartbeats of this loop, not in time: a process that was stopped for a while, or whose
 * listener did not return, has not listened either, and must not think its peers dead for that.
 */
final class Connection extends ChannelInboundHandlerAdapter implements Occupant, FrameReader.Sink {
    private static final int FRAMES_UNSAID = 1_024;
    private static final int BYTES_UNSAID = 1 << 20;

    private final NettyLink link;
    private final Channel channel;
    private final PeerIdentity peer;
    private final String where;
    private final Runnable drain = this::drain;
    private final TimeSettings times;
    private final Tally tally;
    private final Outbox outbox;
    private final FrameReader reader;
    private final Queue<ByteBuf> early = new ArrayDeque<>(1);

    private boolean begun;
    private boolean over;
    private @Nullable Future<?> heartbeat;
    private boolean heard;
    private int silentBeats;

    /** Frames given to the listener, and what of it the peer has not been told. */
    private long received;

    private int unsaidFrames;
    private int unsaidBytes;

    /** Frames of ours that the peer's listener is known to have got. */
    private long confirmed;

    Connection(NettyLink link, Channel channel, PeerIdentity peer, NettySettings settings, Tally tally) {
        this.link = link;
        this.channel = channel;
        this.peer = peer;
        this.where = peer.endpoint() + " at " + channel.remoteAddress();
        this.times = settings.times();
        this.tally = tally;
        this.outbox = new Outbox(
                channel.alloc(), settings.buffers().low(), settings.buffers().high(), () -> execute(drain));
        this.reader = new FrameReader(channel.alloc(), settings.maxFrameBytes(), this);
    }

    PeerIdentity peer() {
        return peer;
    }

    /** From any thread. */
    SendResult offer(ByteBuffer frame) {
        return outbox.offer(frame);
    }

    @Override
    public void begin() {
        execute(this::beginNow);
    }

    @Override
    public void end(String reason) {
        execute(() -> {
            drain();
            finish(reason);
        });
    }

    private void execute(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            // The endpoint was closed, and the loop has ended with all its channels.
            outbox.close();
        }
    }

    private void beginNow() {
        if (begun || over) {
            return;
        }
        begun = true;
        link.onBegun(this);
        long beat = times.heartbeat().toMillis();
        heartbeat = channel.eventLoop().scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
        ByteBuf in = early.poll();
        while (in != null) {
            consume(in);
            in = early.poll();
        }
        if (!over) {
            channel.config().setAutoRead(true);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        heard = true;
        if (begun || over) {
            consume(in);
        } else {
            early.add(in);
        }
    }

    private void consume(ByteBuf in) {
        String problem = null;
        try {
            if (!over && link.gate().enter()) {
                try {
                    problem = reader.feed(in);
                } finally {
                    link.gate().leave();
                }
            }
        } finally {
            in.release();
        }
        if (problem != null) {
            tally.badFrame();
            finish("broken frames from " + where + ": " + problem);
        }
    }

    @Override
    public boolean onData(ByteBuffer frame) {
        int bytes = frame.remaining();
        link.deliver(frame);
        received++;
        unsaidFrames++;
        unsaidBytes += bytes;
        return !link.gate().isClosed();
    }

    @Override
    public void onReceived(long frames) {
        confirmed = Math.max(confirmed, frames);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (unsaidFrames >= FRAMES_UNSAID || unsaidBytes >= BYTES_UNSAID) {
            sayReceived();
        }
        context.fireChannelReadComplete();
    }

    private void sayReceived() {
        // What the peer does not take needs no further words.
        if (!channel.isWritable()) {
            return;
        }
        ByteBuf count = channel.alloc().directBuffer(FrameHeader.BYTES + FrameHeader.RECEIVED_BYTES);
        count.writeInt(FrameHeader.of(FrameHeader.RECEIVED, FrameHeader.RECEIVED_BYTES));
        count.writeLong(received);
        unsaidFrames = 0;
        unsaidBytes = 0;
        channel.writeAndFlush(count, channel.voidPromise());
    }

    private void beat() {
        if (heard) {
            heard = false;
            silentBeats = 0;
        } else {
            silentBeats++;
        }
        if (silentBeats * times.heartbeat().toMillis() >= times.idle().toMillis()) {
            tally.silent();
            finish("nothing was heard from " + where + " for " + times.idle().toMillis() + " ms");
        } else {
            sayReceived();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        drain();
        context.fireChannelWritabilityChanged();
    }

    /**
     * Writes what waits, as long as the channel takes it; when it takes no more, its next change of writability comes
     * back here. That may also happen within the flush below.
     */
    private void drain() {
        boolean wrote = false;
        while (!over && channel.isWritable()) {
            ByteBuf chunk = outbox.take();
            if (chunk == null) {
                break;
            }
            channel.write(chunk, channel.voidPromise());
            wrote = true;
        }
        if (wrote) {
            channel.flush();
        }
        if (outbox.endRefusals()) {
            link.onWritable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        finish("the connection to " + where + " was closed by the other side");
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        finish("the connection to " + where + " broke: " + cause);
    }

    private void finish(String reason) {
        if (over) {
            return;
        }
        over = true;
        if (heartbeat != null) {
            heartbeat.cancel(false);
        }
        early.forEach(ByteBuf::release);
        early.clear();
        reader.close();
        long lost = Math.max(0, outbox.close() - confirmed);
        if (channel.isActive()) {
            sayReceived();
        }
        channel.close();
        link.onOver(this, begun, reason, lost);
    }
}
