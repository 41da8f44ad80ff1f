package dev.gale.tck.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.network.Fault;
import dev.gale.tck.network.FaultProxy;
import dev.gale.tck.network.TcpProxy;
import dev.gale.tck.transport.RecordingListener.Event.Connected;
import dev.gale.tck.transport.RecordingListener.Event.Disconnected;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every {@link Transport} over a network keeps while that network fails: the rules of {@link TransportContract}, by the same
 * numbers. Each end reaches the other through a proxy, and both are disturbed alike.
 */
public abstract class TransportFaultContract {
    private static final byte[] SECRET = "a secret of the group".getBytes(StandardCharsets.UTF_8);
    private static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 3, "left-life-1");
    private static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "right-life-1");
    private static final int DISTURBANCES = 12;

    /** Several times as long as a peer may be silent, for a machine that is slow. */
    private static final Duration NOTICED = Duration.ofSeconds(15);

    private final TckContext context = new TckContext();
    private Transport transport;
    private Party left;
    private Party right;
    private FaultProxy toLeft;
    private FaultProxy toRight;

    /** Opens the port, for which a peer is gone after two or three seconds of silence. The suite closes it. */
    protected abstract Transport open(TckContext context) throws Exception;

    /** A way to an address that the transport is bound to. The suite closes it. */
    protected FaultProxy proxyTo(String address) {
        return TcpProxy.to(address);
    }

    protected Patience patience() {
        return Patience.fromSystemProperty();
    }

    @BeforeEach
    final void bindTwo() throws Exception {
        transport = open(context);
        left = Party.bind(transport, "127.0.0.1:0", LEFT, SECRET, patience());
        right = Party.bind(transport, "127.0.0.1:0", RIGHT, SECRET, patience());
        toLeft = proxyTo(left.address());
        toRight = proxyTo(right.address());
    }

    @AfterEach
    final void closeAll() {
        transport.close();
        toLeft.close();
        toRight.close();
        assertThat(context.liveThreads()).as("threads after close").isEmpty();
    }

    private void declare() {
        left.declare(toRight.address(), Party.anyLife(RIGHT));
        right.declare(toLeft.address(), Party.anyLife(LEFT));
    }

    private void connect() {
        declare();
        left.heard().awaitConnected(1);
        right.heard().awaitConnected(1);
    }

    /** Of a fault in one direction, requests are what goes from left to right. */
    private void apply(Fault fault) {
        toRight.apply(fault);
        toLeft.apply(
                switch (fault) {
                    case REQUESTS_HELD -> Fault.ANSWERS_HELD;
                    case ANSWERS_HELD -> Fault.REQUESTS_HELD;
                    case CUT, SILENT, DELAYED -> fault;
                });
    }

    private void heal() {
        toRight.heal();
        toLeft.heal();
    }

    @ParameterizedTest
    @EnumSource
    void rule1_endsThatCouldNotReachEachOtherConnectOnceTheyCan(Fault fault) {
        apply(fault);
        declare();
        if (fault != Fault.DELAYED) {
            assertThat(left.offer("too early")).isEqualTo(SendResult.NOT_CONNECTED);
            heal();
        }
        left.heard().awaitConnected(1);
        right.heard().awaitConnected(1);
        left.send("there");
        right.send("back");

        assertThat(right.heard().awaitFrames(1)).contains(Bytes.utf8("there"));
        assertThat(left.heard().awaitFrames(1)).contains(Bytes.utf8("back"));
    }

    @Test
    void rule4_aSlowNetworkLosesNothingAndKeepsTheOrder() {
        connect();
        apply(Fault.DELAYED);
        List<Bytes> numbers =
                IntStream.range(0, 2_000).mapToObj(i -> Bytes.utf8("n" + i)).toList();
        numbers.forEach(number -> left.send(number.buffer()));

        assertThat(right.heard().awaitFrames(numbers.size())).isEqualTo(numbers);
        assertThat(left.heard().count(Disconnected.class)).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DELAYED")
    void rule14_silenceInEitherDirectionBreaksTheConnectionAndItsEndMakesANewOne(Fault fault) {
        connect();
        left.send("before");
        right.heard().awaitFrames(1);
        apply(fault);
        Disconnected atLeft = awaitNoticed(left);
        Disconnected atRight = awaitNoticed(right);
        heal();
        left.heard().awaitConnected(2);
        right.heard().awaitConnected(2);
        left.send("after");

        patience()
                .until(
                        right.heard(),
                        "the frame after",
                        () -> right.heard().frames().contains(Bytes.utf8("after")));
        assertThat(atLeft.reason()).isNotBlank();
        assertThat(atRight.reason()).isNotBlank();
    }

    private static Disconnected awaitNoticed(Party party) {
        assertThat(party.heard().comes(1, Disconnected.class, NOTICED))
                .as("the silence is noticed within " + NOTICED)
                .isTrue();
        return party.heard().awaitDisconnected(1);
    }

    @ParameterizedTest
    @EnumSource
    void rule12_closeReturnsWhateverTheNetworkDoes(Fault fault) {
        connect();
        apply(fault);
        left.offer("under way");
        transport.close();

        assertThat(left.offer("later")).isEqualTo(SendResult.CLOSED);
    }

    /** What was answered SENT arrived in order, or was counted as lost; what was not answered so never arrived. */
    @Test
    void rule9_underRandomFaultsFramesKeepTheirOrderAndWhatIsLostIsCounted() {
        connect();
        SplittableRandom random = new SplittableRandom(7);
        Fault[] faults = Fault.values();
        List<Bytes> sent = new ArrayList<>();
        for (int i = 0; i < DISTURBANCES; i++) {
            offerFor(100 + random.nextInt(200), sent, random);
            apply(faults[random.nextInt(faults.length)]);
            offerFor(100 + random.nextInt(i % 4 == 0 ? 4_000 : 400), sent, random);
            heal();
        }
        left.send("last");
        sent.add(Bytes.utf8("last"));
        patience()
                .until(
                        right.heard(),
                        "the last frame",
                        () -> right.heard().frames().contains(Bytes.utf8("last")));

        List<Bytes> arrived = right.heard().frames();
        assertThat(isInOrder(arrived, sent))
                .as("frames arrive once and in order")
                .isTrue();
        assertThat(left.heard().framesLost()).isBetween((long) sent.size() - arrived.size(), (long) sent.size());
        assertThat(left.heard().overlapped() || right.heard().overlapped()).isFalse();
        assertThat(left.heard().count(Connected.class)).isEqualTo(left.heard().count(Disconnected.class) + 1);
    }

    private void offerFor(int millis, List<Bytes> sent, SplittableRandom random) {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            Bytes frame = Bytes.utf8("n" + sent.size() + "-" + "x".repeat(random.nextInt(200)));
            if (left.link().offer(frame.buffer()) == SendResult.SENT) {
                sent.add(frame);
            } else {
                pause();
            }
            if (sent.size() % 64 == 0) {
                pause();
            }
        }
    }

    /** Between offers, so that a test has thousands of frames, not millions. */
    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static boolean isInOrder(List<Bytes> part, List<Bytes> whole) {
        int next = 0;
        for (Bytes frame : part) {
            while (next < whole.size() && !whole.get(next).equals(frame)) {
                next++;
            }
            if (next++ == whole.size()) {
                return false;
            }
        }
        return true;
    }
}
