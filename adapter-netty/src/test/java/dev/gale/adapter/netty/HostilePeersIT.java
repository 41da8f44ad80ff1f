package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.tck.transport.Ear;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What anybody may do who reaches the port, and what somebody of the group may do who went mad. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HostilePeersIT {
    private static final int RANDOM_FRAMES = Boolean.getBoolean("gale.test.long") ? 10_000 : 1_000;
    private static final long FLAT_BYTES = 16L << 20;
    private static final Map<String, Object> SETTINGS = Map.of(
            "handshake-timeout", "3s",
            "max-unauthenticated", 2_000,
            "backoff-min", "20ms",
            "backoff-max", "100ms",
            "max-frame", "1MiB",
            "dial-fallback", "20ms");

    private final Pair pair = new Pair(SETTINGS);
    private final Endpoint right = pair.bind(Pair.RIGHT);
    private final Ear atRight = new Ear();

    @AfterEach
    void everybodyElseIsServed() {
        Ear atHonest = new Ear();
        PeerIdentity honest = new PeerIdentity("orders-1", "honest:1", 1, "h");
        Endpoint end = pair.bind(honest);
        right.link(end.address(), honest, new Ear());
        end.link(right.address(), Pair.RIGHT, atHonest);
        atHonest.awaitConnected(1);
        pair.close();
        assertThat(pair.context.liveThreads()).isEmpty();
        assertThat(pair.context.errors()).isEmpty();
    }

    /** O-46 */
    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, -1, 0, 4_097})
    void aHostileLengthBeforeTheHandshakeEndsTheConnectionAtOnce(int length) throws IOException {
        try (RawPeer peer = RawPeer.connect(right.address())) {
            peer.writeInt(length);
            peer.awaitEnd();
        }

        Pair.await("the count", () -> count("refused.garbage") == 1);
        assertThat(count("refused.slow")).isZero();
    }

    /** O-86 */
    @Test
    void garbageBeforeTheHandshakeEndsTheConnection() throws IOException {
        ByteArrayOutputStream serialized = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(serialized)) {
            out.writeObject(new ArrayList<>(List.of("an object")));
        }
        List<byte[]> kinds =
                List.of("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), serialized.toByteArray());
        for (byte[] kind : kinds) {
            try (RawPeer peer = RawPeer.connect(right.address())) {
                peer.write(kind);
                peer.awaitEnd();
            }
        }

        Pair.await("the count", () -> count("refused.garbage") == kinds.size());
    }

    /** O-86 */
    @Test
    void randomFramesEndTheirConnectionsAndNothingElse() throws IOException {
        long before = Pair.reservedBytes();
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        for (int number = 0; number < RANDOM_FRAMES; number++) {
            byte[] message = new byte[1 + random.nextInt(300)];
            random.nextBytes(message);
            message[0] = (byte) random.nextInt(1, 6);
            try (RawPeer peer = RawPeer.connect(right.address())) {
                peer.say(message);
                peer.awaitEnd();
            }
        }

        Pair.await("the count, seed " + seed, () -> count("refused.garbage") == RANDOM_FRAMES);
        assertThat(Pair.reservedBytes() - before).isLessThan(FLAT_BYTES);
    }

    @Test
    void aWrongSecretIsRefusedAndCounted() {
        right.link(Pair.NOWHERE, Pair.LEFT, atRight);

        assertThatThrownBy(() -> RawPeer.proven(right.address(), Pair.LEFT, Pair.RIGHT, new byte[] {6, 6, 6}))
                .hasMessageContaining("SECRET");

        Pair.await("the count", () -> count("refused.secret") == 1);
        assertThat(atRight.connections()).isZero();
    }

    @Test
    void aHandshakeThatIsPlayedBackIsRefused() throws IOException {
        right.link(Pair.NOWHERE, Pair.LEFT, atRight);
        byte[] nonce = new byte[Introduction.NONCE_BYTES];
        Handshake recorded = new DiallerHandshake(Pair.LEFT, Pair.SECRET, nonce, Pair.RIGHT);
        byte[] proof;
        try (RawPeer peer = RawPeer.connect(right.address())) {
            peer.say(recorded.opening());
            proof = recorded.onMessage(peer.hear()).reply();
            peer.say(proof);
            peer.say(recorded.onMessage(peer.hear()).reply());
            atRight.awaitConnected(1);
        }
        atRight.awaitDisconnected(1);

        try (RawPeer thief = RawPeer.connect(right.address())) {
            thief.say(recorded.opening());
            thief.hear();
            thief.say(proof);
            assertThat(thief.hear()).containsExactly(Message.REFUSED.code(), Refusal.SECRET.code());
            thief.awaitEnd();
        }
        Pair.await("the count", () -> count("refused.secret") == 1);
        assertThat(atRight.connections()).isEqualTo(1);
    }

    @Test
    void whoSendsOurOwnWordsBackProvesNothing() throws Exception {
        try (ServerSocket mirror = new ServerSocket(0)) {
            right.link("127.0.0.1:" + mirror.getLocalPort(), Pair.LEFT, atRight);
            try (Socket socket = mirror.accept()) {
                byte[] hello = new byte[4_096];
                int length = socket.getInputStream().read(hello);
                hello[4] = Message.CHALLENGE.code();
                socket.getOutputStream().write(hello, 0, length);
                atRight.awaitDisconnected(1);
            }
        }

        Pair.await("the count", () -> count("refused.endpoint") > 0);
        assertThat(atRight.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, -1, 0, (1 << 20) + 1, 0x10000000, 0x10000009, 0x20000004})
    void aHostileLengthAfterTheHandshakeEndsTheConnection(int header) throws IOException {
        right.link(Pair.NOWHERE, Pair.LEFT, atRight);
        try (RawPeer peer = RawPeer.proven(right.address(), Pair.LEFT, Pair.RIGHT, Pair.SECRET)) {
            atRight.awaitConnected(1);
            peer.write(new byte[] {0, 0, 0, 1, 7});
            peer.writeInt(header);
            peer.awaitEnd();
        }
        atRight.awaitDisconnected(1);

        assertThat(atRight.frames()).isEqualTo(1);
        Pair.await("the count", () -> count("closed.bad-frame") == 1);
    }

    /** O-46 */
    @Test
    void aThousandIdleConnectionsAreClosedAtTheLimitAndCounted() throws IOException {
        long before = Pair.reservedBytes();
        List<RawPeer> idle = new ArrayList<>();
        for (int number = 0; number < 1_000; number++) {
            idle.add(RawPeer.connect(right.address()));
        }
        for (RawPeer peer : idle) {
            peer.awaitEnd();
            peer.close();
        }

        Pair.await("the count", () -> count("refused.slow") == 1_000);
        assertThat(Pair.reservedBytes() - before).isLessThan(FLAT_BYTES);
    }

    @Test
    void aLinkGoesOnWhileStrangersFloodThePort() throws IOException {
        Ear atLeft = new Ear();
        Endpoint left = pair.bind(Pair.LEFT);
        right.link(left.address(), Pair.LEFT, atRight);
        Link link = left.link(right.address(), Pair.RIGHT, atLeft);
        atLeft.awaitConnected(1);
        atRight.awaitConnected(1);
        long sent = 0;
        List<RawPeer> strangers = new ArrayList<>();
        for (int number = 0; number < 500; number++) {
            RawPeer stranger = RawPeer.connect(right.address());
            stranger.write(new byte[] {0, 0, 1, (byte) number});
            strangers.add(stranger);
            assertThat(link.offer(ByteBuffer.allocate(1_000))).isEqualTo(SendResult.SENT);
            sent++;
            atRight.awaitFrames(sent);
        }
        for (RawPeer stranger : strangers) {
            stranger.close();
        }

        assertThat(atLeft.reasons()).isEmpty();
        assertThat(atRight.reasons()).isEmpty();
    }

    /** O-46 */
    @Test
    void whoDripsOneByteAtATimeIsClosedAtTheLimit() throws Exception {
        right.link(Pair.NOWHERE, Pair.LEFT, atRight);
        byte[] hello = new DiallerHandshake(Pair.LEFT, Pair.SECRET, new byte[32], Pair.RIGHT).opening();
        try (RawPeer peer = RawPeer.connect(right.address())) {
            CompletableFuture<Void> ended = CompletableFuture.runAsync(peer::awaitEnd);
            peer.writeInt(hello.length);
            for (int at = 0; !endsWithin(ended, 100); at++) {
                peer.write(new byte[] {hello[at]});
            }
        } catch (IOException e) {
            // Closed while we wrote.
        }

        Pair.await("the count", () -> count("refused.slow") == 1);
    }

    private static boolean endsWithin(CompletableFuture<Void> future, long millis) throws InterruptedException {
        try {
            future.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFloodOfConnectionsPushesOutTheOldestAndLetsMembersIn() throws IOException {
        try (Pair narrow = new Pair(Map.of("max-unauthenticated", 4, "handshake-timeout", "1m"))) {
            Endpoint end = narrow.bind(Pair.RIGHT);
            end.link(Pair.NOWHERE, Pair.LEFT, atRight);
            List<RawPeer> idle = new ArrayList<>();
            for (int number = 0; number < 10; number++) {
                idle.add(RawPeer.connect(end.address()));
            }
            RawPeer member = RawPeer.proven(end.address(), Pair.LEFT, Pair.RIGHT, Pair.SECRET);
            atRight.awaitConnected(1);

            idle.get(0).awaitEnd();
            assertThat(narrow.context.count("refused.crowded")).isEqualTo(7);
            member.close();
            for (RawPeer peer : idle) {
                peer.close();
            }
        }
    }

    @Test
    void aPeerThatNeverReadsIsRefusedInTheEndAndCostsLittleMemory() throws IOException {
        try (Pair patient = new Pair(Map.of("heartbeat", "200ms", "idle-timeout", "3s"))) {
            Endpoint end = patient.bind(Pair.RIGHT);
            Link link = end.link(Pair.NOWHERE, Pair.LEFT, atRight);
            long before = Pair.reservedBytes();
            RawPeer frozen = RawPeer.proven(end.address(), Pair.LEFT, Pair.RIGHT, Pair.SECRET);
            atRight.awaitConnected(1);
            long sent = 0;
            ByteBuffer frame = ByteBuffer.allocate(32 << 10);
            int wakeUps = 0;
            SendResult result = link.offer(frame);
            while (result == SendResult.SENT || result == SendResult.BACK_PRESSURED) {
                if (result == SendResult.SENT) {
                    sent++;
                } else {
                    atRight.awaitWritableOrEnd(++wakeUps);
                }
                assertThat(Pair.reservedBytes() - before).isLessThan(FLAT_BYTES);
                result = link.offer(frame);
            }

            assertThat(result).isEqualTo(SendResult.NOT_CONNECTED);
            atRight.awaitDisconnected(1);
            assertThat(atRight.reasons()).first().asString().contains("nothing was heard");
            assertThat(atRight.framesLost()).isEqualTo(sent);
            assertThat(patient.context.count("closed.silent")).isEqualTo(1);
            assertThat(patient.context.count("frames.lost")).isEqualTo(sent);
            frozen.close();
        }
    }

    private long count(String counter) {
        return pair.context.count(counter);
    }
}
