package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.transport.PeerIdentity;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeHandlerTest {
    private static final byte[] SECRET = {1, 2, 3};
    private static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 3, "left-life");
    private static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "right-life");
    private static final long LIMIT_MILLIS = 1_000;

    /** O-44 */
    @Test
    void everyMessageOfTheDiallerCutAtEveryByteIsUnderstood() {
        int longest = helloOf(new Scene(true)).length;
        for (int cut = 0; cut <= longest; cut++) {
            Scene scene = new Scene(true);
            Handshake dialler = new DiallerHandshake(LEFT, SECRET, new byte[32], RIGHT);
            scene.hear(framed(dialler.opening()), cut);
            byte[] challenge = scene.said();
            scene.hear(framed(dialler.onMessage(challenge).reply()), cut);
            Step done = dialler.onMessage(scene.said());
            scene.hear(framed(done.reply()), cut);

            assertThat(scene.outcome).as("cut at %d", cut).containsExactly("proven " + LEFT);
            assertThat(scene.channel.isActive()).isTrue();
            scene.channel.finishAndReleaseAll();
        }
    }

    @Test
    void everyMessageOfTheAcceptorCutAtEveryByteIsUnderstood() {
        for (int cut = 0; cut <= 120; cut++) {
            Scene scene = new Scene(false);
            Handshake acceptor = new AcceptorHandshake(RIGHT, SECRET, new byte[32], peer -> Optional.empty());
            scene.hear(framed(acceptor.onMessage(scene.said()).reply()), cut);
            scene.hear(framed(acceptor.onMessage(scene.said()).reply()), cut);
            Step done = acceptor.onMessage(scene.said());

            assertThat(done.proven()).as("cut at %d", cut).isEqualTo(LEFT);
            assertThat(scene.outcome).containsExactly("proven " + RIGHT);
            scene.channel.finishAndReleaseAll();
        }
    }

    @Test
    void whatComesBehindTheHandshakeIsForTheConnection() {
        Scene scene = new Scene(true);
        Handshake dialler = new DiallerHandshake(LEFT, SECRET, new byte[32], RIGHT);
        scene.hear(framed(dialler.opening()), 0);
        scene.hear(framed(dialler.onMessage(scene.said()).reply()), 0);
        byte[] ready = framed(dialler.onMessage(scene.said()).reply());
        scene.channel.writeInbound(Unpooled.wrappedBuffer(ready, new byte[] {7, 8, 9}));

        assertThat(scene.behind).containsExactly(3);
        assertThat(scene.channel.config().isAutoRead()).isFalse();
        scene.channel.finishAndReleaseAll();
    }

    @Test
    void aConnectionThatIsNotWantedIsClosedWithoutAWord() {
        Scene scene = new Scene(false);
        scene.wanted = false;
        Handshake acceptor = new AcceptorHandshake(RIGHT, SECRET, new byte[32], peer -> Optional.empty());
        scene.hear(framed(acceptor.onMessage(scene.said()).reply()), 0);
        scene.hear(framed(acceptor.onMessage(scene.said()).reply()), 0);

        assertThat(scene.channel.<Object>readOutbound()).isNull();
        assertThat(scene.channel.isActive()).isFalse();
        assertThat(scene.outcome).containsExactly("proven " + RIGHT);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, -1, 0, Handshake.MOST_BYTES + 1, Integer.MIN_VALUE})
    void aHostileLengthEndsItAtOnce(int length) {
        Scene scene = new Scene(true);

        scene.channel.writeInbound(Unpooled.buffer().writeInt(length));

        assertThat(scene.outcome).containsExactly("failed GARBAGE");
        assertThat(scene.channel.isActive()).isFalse();
        scene.channel.finishAndReleaseAll();
    }

    @Test
    void garbageIsAnsweredByARefusalAndTheEnd() {
        Scene scene = new Scene(true);

        scene.channel.writeInbound(Unpooled.wrappedBuffer(framed("GET / HTTP/1.1".getBytes())));

        assertThat(scene.said()).containsExactly(Message.REFUSED.code(), Refusal.GARBAGE.code());
        assertThat(scene.outcome).containsExactly("failed GARBAGE");
        assertThat(scene.channel.isActive()).isFalse();
    }

    @Test
    void whoDripsIsCutOffAtTheLimitHoweverMuchHasCome() {
        Scene scene = new Scene(true);
        scene.channel.freezeTime();
        byte[] hello = helloOf(new Scene(true));
        for (int at = 0; at < 9; at++) {
            scene.channel.writeInbound(Unpooled.wrappedBuffer(hello, at, 1));
            scene.channel.advanceTimeBy(LIMIT_MILLIS / 10, TimeUnit.MILLISECONDS);
            scene.channel.runScheduledPendingTasks();
        }
        assertThat(scene.outcome).isEmpty();

        scene.channel.advanceTimeBy(LIMIT_MILLIS / 5, TimeUnit.MILLISECONDS);
        scene.channel.runScheduledPendingTasks();

        assertThat(scene.outcome).containsExactly("failed SLOW");
        assertThat(scene.channel.isActive()).isFalse();
        scene.channel.finishAndReleaseAll();
    }

    @Test
    void anEndWithinTheHandshakeIsToldOnce() {
        Scene scene = new Scene(true);

        scene.channel.pipeline().fireExceptionCaught(new IOException("reset"));
        scene.channel.close();

        assertThat(scene.outcome).containsExactly("failed BROKEN_OFF");
    }

    @Test
    void aFailureOfTlsIsToldAsOneBrieflyAndOnOneLine() {
        Scene scene = new Scene(true);

        scene.channel
                .pipeline()
                .fireExceptionCaught(new SSLHandshakeException("bad\nERROR all is lost" + "x".repeat(9_999)));

        assertThat(scene.outcome).containsExactly("failed TLS");
        assertThat(scene.reasons).first().asString().hasSizeLessThan(300).contains("bad?ERROR");
        scene.channel.finishAndReleaseAll();
    }

    private static byte[] helloOf(Scene scene) {
        scene.channel.finishAndReleaseAll();
        return framed(new DiallerHandshake(LEFT, SECRET, new byte[32], RIGHT).opening());
    }

    private static byte[] framed(byte[] message) {
        byte[] framed = new byte[4 + message.length];
        Unpooled.wrappedBuffer(framed).writerIndex(0).writeInt(message.length).writeBytes(message);
        return framed;
    }

    /** A handler in a channel, and what became of it. */
    private static final class Scene implements HandshakeHandler.Outcome {
        final List<String> outcome = new ArrayList<>();
        final List<String> reasons = new ArrayList<>();
        final List<Integer> behind = new ArrayList<>();
        final EmbeddedChannel channel;
        boolean wanted = true;

        Scene(boolean accepts) {
            byte[] nonce = new byte[32];
            nonce[0] = 1;
            Handshake handshake = accepts
                    ? new AcceptorHandshake(RIGHT, SECRET, nonce, peer -> Optional.empty())
                    : new DiallerHandshake(LEFT, SECRET, nonce, RIGHT);
            channel = new EmbeddedChannel(new HandshakeHandler(handshake, this, LIMIT_MILLIS));
        }

        /** Lets the handler read, in two pieces where there is a cut within. */
        void hear(byte[] bytes, int cut) {
            int first = Math.min(cut, bytes.length);
            channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, first));
            channel.writeInbound(Unpooled.copiedBuffer(bytes, first, bytes.length - first));
        }

        /** What the handler said, without its length. */
        byte[] said() {
            ByteBuf out = channel.readOutbound();
            byte[] message = new byte[out.readInt()];
            out.readBytes(message);
            assertThat(out.isReadable()).isFalse();
            out.release();
            return message;
        }

        @Override
        public ChannelHandler proven(Channel proving, PeerIdentity peer) {
            outcome.add("proven " + peer);
            return wanted ? new Successor() : null;
        }

        @Override
        public void failed(Channel failing, Refusal refusal, String reason) {
            outcome.add("failed " + refusal);
            reasons.add(reason);
        }

        private final class Successor extends ChannelInboundHandlerAdapter {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                ByteBuf in = (ByteBuf) message;
                behind.add(in.readableBytes());
                in.release();
            }
        }
    }
}
