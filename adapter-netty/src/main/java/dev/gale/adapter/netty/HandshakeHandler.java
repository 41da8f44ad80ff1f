package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Carries a {@link Handshake} over a new channel, and nothing else: no longer than the time allowed, TLS included, and no
 * message longer than a handshake's. When it is done, the connection's handler takes its place and gets what came behind.
 */
final class HandshakeHandler extends ByteToMessageDecoder {
    /** Whom the handshake is for. One of the two is called, once. */
    interface Outcome {
        /**
         * The peer is proven.
         *
         * @return what takes the channel over; null when the connection is not wanted any more
         */
        @Nullable
        ChannelHandler proven(Channel channel, PeerIdentity peer);

        void failed(Channel channel, Refusal refusal, String reason);
    }

    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final int MOST_REASON_CHARS = 200;

    private final Handshake handshake;
    private final Outcome outcome;
    private final long limitMillis;
    private @Nullable Future<?> deadline;
    private boolean over;

    HandshakeHandler(Handshake handshake, Outcome outcome, long limitMillis) {
        this.handshake = handshake;
        this.outcome = outcome;
        this.limitMillis = limitMillis;
    }

    /** Also a channel that never becomes active closes. */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        context.channel()
                .closeFuture()
                .addListener(closed -> fail(context, Refusal.BROKEN_OFF, "closed by the other side, or never open"));
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        deadline = context.executor()
                .schedule(
                        () -> fail(context, Refusal.SLOW, "not within " + limitMillis + " ms"),
                        limitMillis,
                        TimeUnit.MILLISECONDS);
        say(context, handshake.opening());
        context.fireChannelActive();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (over) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < LENGTH_BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 1 || length > Handshake.MOST_BYTES) {
            follow(context, Step.refuse(Refusal.GARBAGE, "a message of " + length + " bytes"));
            return;
        }
        if (in.readableBytes() < LENGTH_BYTES + length) {
            return;
        }
        byte[] message = new byte[length];
        in.skipBytes(LENGTH_BYTES);
        in.readBytes(message);
        follow(context, handshake.onMessage(message));
    }

    private void follow(ChannelHandlerContext context, Step step) {
        if (step.refusal() != null) {
            say(context, step.reply());
            fail(context, step.refusal(), step.reason());
        } else if (step.proven() != null) {
            hand(context, step, step.proven());
        } else {
            say(context, step.reply());
        }
    }

    private void hand(ChannelHandlerContext context, Step step, PeerIdentity peer) {
        end();
        ChannelHandler successor = outcome.proven(context.channel(), peer);
        if (successor == null) {
            context.close();
            return;
        }
        say(context, step.reply());
        // Until the connection has begun, at most what was read by now waits for it.
        context.channel().config().setAutoRead(false);
        context.pipeline().addAfter(context.name(), null, successor);
        context.pipeline().remove(this);
    }

    private void fail(ChannelHandlerContext context, Refusal refusal, String reason) {
        if (!over) {
            tell(context, refusal, reason);
            // Behind what was said before.
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void tell(ChannelHandlerContext context, Refusal refusal, String reason) {
        end();
        outcome.failed(context.channel(), refusal, reason);
    }

    private void end() {
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** TLS closes the channel itself when it fails, after it has sent its alert; a close of ours could come before that. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls && !tls.isSuccess() && !over) {
            tell(context, refusal(tls.cause()), brief(tls.cause()));
        }
        context.fireUserEventTriggered(event);
    }

    private static Refusal refusal(Throwable ofTls) {
        if (ofTls instanceof SslHandshakeTimeoutException) {
            return Refusal.SLOW;
        }
        return ofTls instanceof ClosedChannelException ? Refusal.BROKEN_OFF : Refusal.TLS;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        boolean tls = cause instanceof SSLException || cause.getCause() instanceof SSLException;
        fail(context, tls ? Refusal.TLS : Refusal.BROKEN_OFF, brief(cause));
    }

    /** Some exceptions quote all that came; and what came may be made for a log to show something else. */
    private static String brief(Throwable cause) {
        String text = String.valueOf(cause);
        return text.substring(0, Math.min(text.length(), MOST_REASON_CHARS)).replaceAll("\\p{Cntrl}", "?");
    }

    private static void say(ChannelHandlerContext context, byte[] message) {
        if (message.length > 0) {
            ByteBuf out = context.alloc().buffer(LENGTH_BYTES + message.length);
            context.writeAndFlush(out.writeInt(message.length).writeBytes(message));
        }
    }
}
