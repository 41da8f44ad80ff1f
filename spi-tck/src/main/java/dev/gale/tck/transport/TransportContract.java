package dev.gale.tck.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.AdapterThreads;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.RecordingListener.Event;
import dev.gale.tck.transport.RecordingListener.Event.Connected;
import dev.gale.tck.transport.RecordingListener.Event.Disconnected;
import dev.gale.tck.transport.RecordingListener.Event.Writable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Transport} keeps. The numbers are those of its rules. */
public abstract class TransportContract {
    private static final byte[] SECRET = "a secret of the group".getBytes(StandardCharsets.UTF_8);
    private static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 3, "left-life-1");
    private static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "right-life-1");
    private static final PeerIdentity THIRD = new PeerIdentity("orders-1", "third:6702", 7, "third-life-1");

    /** More than any adapter may buffer for one link before it refuses. */
    private static final long MOST_BUFFERED_BYTES = 256L << 20;

    /** A refusal that lasts this long is no passing one. */
    private static final Duration LASTING = Duration.ofSeconds(1);

    /** So many calls that none of them can have waited for anything if all of them return in time. */
    private static final int MANY_OFFERS = 1_000;

    private static final int MANY_LINKS = 10;

    /** Between two looks at what cannot be waited for at once. */
    private static final Duration A_MOMENT = Duration.ofMillis(20);

    private final TckContext context = new TckContext();
    private Transport transport;

    /** Opens the port. The suite closes it. */
    protected abstract Transport open(TckContext context) throws Exception;

    /**
     * Cuts all connections between two bound addresses of the transport, with what is under way, and prevents new ones.
     * An adapter on a real network does it with a relay or a firewall between them.
     */
    protected abstract void cut(Transport transport, String left, String right) throws Exception;

    /** Ends the cut. */
    protected abstract void heal(Transport transport, String left, String right) throws Exception;

    /** Where to listen: some free port. */
    protected String freeAddress() {
        return "127.0.0.1:0";
    }

    /**
     * Whether this thread may outlive {@code close}: the test bench started it in {@code open}, or a library keeps one for the whole
     * process, however often the port is opened.
     */
    protected boolean mayOutliveClose(Thread thread) {
        return false;
    }

    protected Patience patience() {
        return Patience.fromSystemProperty();
    }

    @BeforeEach
    final void openPort() throws Exception {
        transport = open(context);
    }

    @AfterEach
    final void closePort() {
        transport.close();
        assertThat(context.liveThreads()).as("threads after close").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rule1_bothEndsGetTheProvenIdentityWhoeverDeclaresFirst(boolean leftFirst) {
        Party left = bind(LEFT);
        Party right = bind(RIGHT);
        if (leftFirst) {
            left.declare(right);
            right.declare(left);
        } else {
            right.declare(left);
            left.declare(right);
        }

        assertThat(left.heard().awaitConnected(1)).isEqualTo(RIGHT);
        assertThat(right.heard().awaitConnected(1)).isEqualTo(LEFT);
    }

    @Test
    void rule1_aPeerThatComesLaterIsFoundAndItsAbsenceIsNotReported() {
        Party early = bind(RIGHT);
        String address = early.address();
        early.endpoint().close();
        Party left = bind(LEFT).declare(address, RIGHT);
        assertThat(left.offer("too early")).isEqualTo(SendResult.NOT_CONNECTED);

        Party right = bind(address, RIGHT, SECRET);
        Party third = bind(THIRD).declare(right);
        right.declare(left);
        left.heard().awaitConnected(1);

        assertThat(left.heard().events()).containsExactly(new Connected(RIGHT));
        assertThat(third.heard().events()).isEmpty();
    }

    @Test
    void rule1_aDeclarationMayExpectOneLife() {
        Party left = bind(LEFT);
        Party right = bind(RIGHT).declare(left.address(), LEFT);
        left.declare(right.address(), RIGHT);

        assertThat(left.heard().awaitConnected(1)).isEqualTo(RIGHT);
    }

    @Test
    void rule1_linkReturnsAtOnceWhateverItsPeersAndCallbacksDo() {
        Party absent = bind(THIRD);
        absent.endpoint().close();
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch release = hold(left);
        right.send("held");
        left.heard().awaitFrames(1);
        CompletableFuture<Void> declared = CompletableFuture.runAsync(() -> declareAbsent(left, absent, "outside"));
        patience().await(declared);
        assertThat(release.getCount()).as("a callback is running").isEqualTo(1);
        release.countDown();
    }

    @Test
    void rule1_linkReturnsAtOnceInsideACallback() {
        Party absent = bind(THIRD);
        absent.endpoint().close();
        Party left = bind(LEFT);
        CompletableFuture<Void> declared = new CompletableFuture<>();
        left.heard().onConnected(peer -> {
            declareAbsent(left, absent, "inside");
            declared.complete(null);
        });
        Party right = connect(left);
        patience().await(declared);
        left.send("and goes on");

        assertThat(right.heard().awaitFrames(1)).containsExactly(Bytes.utf8("and goes on"));
    }

    /** Peers that nobody is, where nobody listens. */
    private void declareAbsent(Party left, Party absent, String name) {
        for (int number = 0; number < MANY_LINKS; number++) {
            PeerIdentity peer = new PeerIdentity(THIRD.group(), name + ":" + number, THIRD.generation(), "");
            left.endpoint().link(absent.address(), peer, new RecordingListener(patience()));
        }
    }

    /** What can be wrong with a peer. */
    enum Wrong {
        SECRET,
        GROUP,
        ENDPOINT,
        GENERATION,
        INCARNATION
    }

    @ParameterizedTest
    @EnumSource(Wrong.class)
    void rule2_theWrongPeerIsRefusedWithAReasonAndDisturbsNobody(Wrong wrong) {
        Party left = bind(LEFT);
        Party right =
                bind(freeAddress(), RIGHT, wrong == Wrong.SECRET ? "another".getBytes(StandardCharsets.UTF_8) : SECRET);
        Party third = bind(THIRD);
        RecordingListener leftToThird = new RecordingListener(patience());
        left.endpoint().link(third.address(), THIRD, leftToThird);
        third.declare(left);
        third.heard().awaitConnected(1);

        right.declare(left);
        left.declare(right.address(), spoilt(wrong));
        awaitRefusalAtEither(left, right);
        third.send("undisturbed");

        leftToThird.await(1, Event.Frame.class);
        assertThat(left.heard().count(Connected.class)).isZero();
        assertThat(right.heard().count(Connected.class)).isZero();
        assertThat(left.offer("x")).isEqualTo(SendResult.NOT_CONNECTED);
        assertThat(right.offer("x")).isEqualTo(SendResult.NOT_CONNECTED);
        for (Party party : List.of(left, right)) {
            assertThat(party.heard().framesLost()).isZero();
            assertThat(party.heard().events(Disconnected.class))
                    .allMatch(event -> !event.reason().isBlank());
        }
    }

    private void awaitRefusalAtEither(Party left, Party right) {
        long deadline = System.nanoTime() + patience().longest().toNanos();
        while (!left.heard().comes(1, Disconnected.class, A_MOMENT)
                && !right.heard().comes(1, Disconnected.class, A_MOMENT)) {
            assertThat(System.nanoTime() - deadline).as("time until a refusal").isNegative();
        }
    }

    private static PeerIdentity spoilt(Wrong wrong) {
        return switch (wrong) {
            case SECRET -> RIGHT;
            case GROUP -> new PeerIdentity("orders-2", RIGHT.endpoint(), RIGHT.generation(), "");
            case ENDPOINT -> new PeerIdentity(RIGHT.group(), "elsewhere:1", RIGHT.generation(), "");
            case GENERATION -> new PeerIdentity(RIGHT.group(), RIGHT.endpoint(), RIGHT.generation() + 1, "");
            case INCARNATION -> new PeerIdentity(RIGHT.group(), RIGHT.endpoint(), RIGHT.generation(), "another-life");
        };
    }

    @Test
    void rule2_afterARefusalTheRightDeclarationConnects() {
        Party left = bind(LEFT);
        Party right = bind(RIGHT).declare(left);
        left.declare(right.address(), spoilt(Wrong.GENERATION));
        awaitRefusalAtEither(left, right);
        left.link().close();
        left.declare(right);

        assertThat(left.heard().awaitConnected(1)).isEqualTo(RIGHT);
        right.heard().awaitConnected(1);
        right.send("hello");
        assertThat(left.heard().awaitFrames(1)).containsExactly(Bytes.utf8("hello"));
    }

    /** O-45: as batches of large tuples, which are cut to the limit by whoever sends them. */
    @Test
    void rule3_theSmallestAndTheLargestFrameArrive() {
        Party left = bind(LEFT);
        Party right = connect(left);
        byte[] largest = new byte[transport.maxFrameBytes()];
        largest[0] = 1;
        largest[largest.length - 1] = 2;

        left.send(ByteBuffer.wrap(new byte[] {7}));
        left.send(ByteBuffer.wrap(largest));
        left.send(ByteBuffer.wrap(largest));

        assertThat(right.heard().awaitFrames(3))
                .containsExactly(Bytes.of((byte) 7), Bytes.of(largest), Bytes.of(largest));
    }

    /** O-45: what is too large for a link does not make it end and connect again and again. */
    @Test
    void rule3_anEmptyOrTooLargeFrameIsRefusedAndHarmsNothing() {
        Party left = bind(LEFT);
        Party right = connect(left);
        int tooLarge = transport.maxFrameBytes() + 1;

        assertThatIllegalArgumentException().isThrownBy(() -> left.link().offer(ByteBuffer.allocate(0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> left.link().offer(ByteBuffer.allocate(tooLarge)))
                .withMessageContaining(String.valueOf(tooLarge));
        left.send("fine");

        assertThat(right.heard().awaitFrames(1)).containsExactly(Bytes.utf8("fine"));
        assertThat(right.heard().count(Disconnected.class)).isZero();
    }

    @Test
    void rule4_framesOfAllSizesArriveWholeOnceAndInOrder() {
        Party left = bind(LEFT);
        Party right = connect(left);
        List<Bytes> sent =
                IntStream.range(0, 3_000).mapToObj(TransportContract::numbered).toList();

        sent.forEach(frame -> left.send(frame.buffer()));

        assertThat(right.heard().awaitFrames(sent.size())).isEqualTo(sent);
    }

    /** A frame that tells its number and whose size goes up and down. */
    private static Bytes numbered(int number) {
        ByteBuffer content = ByteBuffer.allocate(4 + (number * 37) % 4_999);
        content.putInt(number);
        while (content.hasRemaining()) {
            content.put((byte) number);
        }
        return Bytes.of(content.array());
    }

    @Test
    void rule4_bothDirectionsAreIndependent() {
        Party left = bind(LEFT);
        Party right = connect(left);
        CompletableFuture<Void> leftSends = CompletableFuture.runAsync(() -> sendNumbers(left, 5_000));
        CompletableFuture<Void> rightSends = CompletableFuture.runAsync(() -> sendNumbers(right, 5_000));
        patience().await(leftSends);
        patience().await(rightSends);

        assertThat(right.heard().awaitFrames(5_000)).isEqualTo(numbers(5_000));
        assertThat(left.heard().awaitFrames(5_000)).isEqualTo(numbers(5_000));
    }

    @Test
    void rule5_theBufferIsTheCallersAgainAndDoesNotMove() {
        Party left = bind(LEFT);
        Party right = connect(left);
        ByteBuffer heap = ByteBuffer.allocate(16);
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        List<ByteBuffer> kinds = List.of(heap, direct, heap.slice(4, 12));
        List<Bytes> expected = new ArrayList<>();
        for (int round = 0; round < 100; round++) {
            for (ByteBuffer buffer : kinds) {
                buffer.clear().putLong(round).putInt(0).position(2).limit(11);
                expected.add(Bytes.of(buffer));

                left.send(round % 2 == 0 ? buffer : buffer.asReadOnlyBuffer());

                assertThat(buffer.position()).isEqualTo(2);
                assertThat(buffer.limit()).isEqualTo(11);
                buffer.clear().putLong(-1);
            }
        }

        assertThat(right.heard().awaitFrames(expected.size())).isEqualTo(expected);
    }

    @Test
    void rule6_aReceiverThatHoldsOnRefusesTheSenderAndOneWakeUpFollows() {
        Party left = bind(LEFT);
        Party right = connect(left);
        int refusals = 0;
        for (int round = 1; round <= 2; round++) {
            CountDownLatch release = hold(right);
            int before = right.heard().frames().size();
            Stall stall = sendUntilStalled(left);
            refusals += stall.refusals();
            assertThat(left.heard().count(Writable.class))
                    .as("no wake-up before there is room")
                    .isEqualTo(refusals - 1);
            assertThat(left.link().offer(bulk())).isEqualTo(SendResult.BACK_PRESSURED);
            release.countDown();

            left.heard().await(refusals, Writable.class);
            right.heard().onFrame(frame -> {});
            left.send("after");
            int expected = before + stall.sent() + 1;
            List<Bytes> all = right.heard().awaitFrames(expected);

            assertThat(all.get(all.size() - 1)).isEqualTo(Bytes.utf8("after"));
            assertThat(all).as("what was refused did not arrive").hasSize(expected);
            assertThat(left.heard().count(Writable.class)).isEqualTo(refusals);
        }
        assertThat(left.heard().count(Disconnected.class)).isZero();
    }

    /** What a sender got in, and how many runs of refusals it met, the last of which lasts. */
    private record Stall(int sent, int refusals) {}

    /**
     * Sends until a refusal lasts. Before that a transport over a network may refuse for moments, while whoever writes
     * to the network is behind; each of these refusals has its wake-up too.
     */
    private Stall sendUntilStalled(Party party) {
        int wakeUps = party.heard().count(Writable.class);
        int sent = 0;
        int refusals = 0;
        do {
            sent = sendUntilRefused(party, sent);
            refusals++;
        } while (party.heard().comes(wakeUps + refusals, Writable.class, LASTING));
        return new Stall(sent, refusals);
    }

    /** Makes the receiver's callback wait until released. */
    private CountDownLatch hold(Party party) {
        CountDownLatch release = new CountDownLatch(1);
        party.heard().onFrame(frame -> awaitLatch(release));
        return release;
    }

    private void awaitLatch(CountDownLatch latch) {
        try {
            if (!latch.await(patience().longest().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("not released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ByteBuffer bulk() {
        return ByteBuffer.allocate(Math.min(transport.maxFrameBytes(), 32 * 1024));
    }

    /** @return the frames that were sent since the receiver holds on, of which there were some before */
    private int sendUntilRefused(Party party, int sentBefore) {
        ByteBuffer frame = bulk();
        for (int sent = sentBefore; (long) sent * frame.capacity() <= MOST_BUFFERED_BYTES; sent++) {
            SendResult result = party.link().offer(frame);
            if (result == SendResult.BACK_PRESSURED) {
                return sent;
            }
            assertThat(result).isEqualTo(SendResult.SENT);
        }
        throw new AssertionError("took " + MOST_BUFFERED_BYTES + " bytes and did not refuse");
    }

    @Test
    void rule6_offersDoNotBlockHoweverLongTheReceiverHoldsOn() {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch release = hold(right);
        CompletableFuture<Void> offered = CompletableFuture.runAsync(() -> {
            sendUntilRefused(left, 0);
            for (int number = 0; number < MANY_OFFERS; number++) {
                assertThat(left.link().offer(bulk())).isIn(SendResult.SENT, SendResult.BACK_PRESSURED);
            }
        });
        patience().await(offered);

        assertThat(release.getCount()).as("the receiver holds on").isEqualTo(1);
        release.countDown();
        assertThat(left.heard().count(Disconnected.class)).isZero();
    }

    @Test
    void rule6_aBreakWhileRefusedIsFollowedByANewConnection() throws Exception {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch release = hold(right);
        sendUntilRefused(left, 0);

        cut(transport, left.address(), right.address());
        left.heard().awaitDisconnected(1);
        release.countDown();
        right.heard().awaitDisconnected(1);
        heal(transport, left.address(), right.address());
        left.heard().awaitConnected(2);
        left.send("after");

        patience()
                .until(
                        right.heard(),
                        "the frame after",
                        () -> right.heard().frames().contains(Bytes.utf8("after")));
    }

    @Test
    void rule7_withoutAConnectionNothingIsKept() {
        Party left = bind(LEFT);
        Party right = bind(RIGHT);
        left.declare(right);
        assertThat(left.offer("before")).isEqualTo(SendResult.NOT_CONNECTED);
        right.declare(left);
        left.heard().awaitConnected(1);
        left.send("after");

        assertThat(right.heard().awaitFrames(1)).containsExactly(Bytes.utf8("after"));
    }

    @Test
    void rule7_offersSucceedFromTheMomentThatConnectedIsCalled() {
        Party left = bind(LEFT);
        Party right = bind(RIGHT);
        CompletableFuture<SendResult> result = new CompletableFuture<>();
        CountDownLatch declared = new CountDownLatch(1);
        left.heard().onConnected(peer -> {
            awaitLatch(declared);
            result.complete(left.offer("first"));
        });
        left.declare(right);
        declared.countDown();
        right.declare(left);

        assertThat(right.heard().awaitFrames(1)).containsExactly(Bytes.utf8("first"));
        assertThat(right.heard().events().get(0)).isEqualTo(new Connected(LEFT));
        assertThat(patience().await(result)).isEqualTo(SendResult.SENT);
    }

    @Test
    void rule8_bytesAreReadOnlyAndHoldDuringTheCall() {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch more = new CountDownLatch(1);
        AtomicBoolean held = new AtomicBoolean(true);
        right.heard().onFrame(frame -> {
            Bytes before = Bytes.of(frame);
            awaitLatch(more);
            if (!frame.isReadOnly() || !Bytes.of(frame).equals(before)) {
                held.set(false);
            }
        });
        for (int number = 0; number < 200; number++) {
            assertThat(left.offer("frame " + number)).isEqualTo(SendResult.SENT);
        }
        more.countDown();

        assertThat(right.heard().awaitFrames(200).get(199)).isEqualTo(Bytes.utf8("frame 199"));
        assertThat(held).isTrue();
    }

    @Test
    void rule9_whatABreakLosesIsCountedAndTheConnectionComesBack() throws Exception {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch release = hold(right);
        int sent = 100;
        for (int number = 0; number < sent; number++) {
            assertThat(left.offer("old " + number)).isEqualTo(SendResult.SENT);
        }
        right.heard().awaitFrames(1);

        cut(transport, left.address(), right.address());
        Disconnected atLeft = left.heard().awaitDisconnected(1);
        assertThat(left.offer("meanwhile")).isEqualTo(SendResult.NOT_CONNECTED);
        release.countDown();
        Disconnected atRight = right.heard().awaitDisconnected(1);
        heal(transport, left.address(), right.address());
        left.heard().awaitConnected(2);
        left.send("new");
        patience()
                .until(
                        right.heard(),
                        "the new frame",
                        () -> right.heard().frames().contains(Bytes.utf8("new")));

        int arrived = right.heard().frames().size() - 1;
        assertThat(atLeft.framesLost()).isBetween((long) sent - arrived, (long) sent);
        assertThat(atLeft.reason()).isNotBlank();
        assertThat(atRight.framesLost()).isZero();
        assertThat(kinds(right).subList(arrived + 1, arrived + 3)).containsExactly("Disconnected", "Connected");
        assertThat(left.heard().count(Disconnected.class)).isEqualTo(1);
        assertThat(right.heard().count(Disconnected.class)).isEqualTo(1);
    }

    private static List<String> kinds(Party party) {
        return party.heard().events().stream()
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    @Test
    void rule9_withoutABreakNothingIsLost() {
        Party left = bind(LEFT);
        Party right = connect(left);
        sendNumbers(left, 20_000);

        assertThat(right.heard().awaitFrames(20_000)).isEqualTo(numbers(20_000));
        assertThat(left.heard().count(Disconnected.class)).isZero();
    }

    @Test
    void rule10_aRestartedPeerIsANewPeerAndGetsNothingOfTheOldLife() {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch release = hold(right);
        for (int number = 0; number < 50; number++) {
            assertThat(left.offer("old " + number)).isEqualTo(SendResult.SENT);
        }
        right.heard().awaitFrames(1);
        release.countDown();
        right.endpoint().close();
        left.heard().awaitDisconnected(1);

        PeerIdentity secondLife = new PeerIdentity(RIGHT.group(), RIGHT.endpoint(), RIGHT.generation(), "right-life-2");
        Party again = bind(right.address(), secondLife, SECRET).declare(left);
        assertThat(left.heard().awaitConnected(2)).isEqualTo(secondLife);
        left.send("new");

        assertThat(again.heard().awaitFrames(1)).containsExactly(Bytes.utf8("new"));
        assertThat(left.heard().framesLost())
                .isGreaterThanOrEqualTo(50 - right.heard().frames().size());
    }

    @Test
    void rule10_whoExpectsTheOldLifeRefusesTheNewOne() {
        Party left = bind(LEFT);
        Party right = bind(RIGHT).declare(left);
        left.declare(right.address(), RIGHT);
        left.heard().awaitConnected(1);
        right.endpoint().close();
        left.heard().awaitDisconnected(1);

        PeerIdentity secondLife = new PeerIdentity(RIGHT.group(), RIGHT.endpoint(), RIGHT.generation(), "right-life-2");
        Party again = bind(right.address(), secondLife, SECRET).declare(left);
        patience()
                .until(
                        left.heard(),
                        "a refusal",
                        () -> left.heard().count(Disconnected.class)
                                        + again.heard().count(Disconnected.class)
                                > 1);

        assertThat(again.heard().count(Connected.class)).isZero();
        assertThat(left.heard().count(Connected.class)).isEqualTo(1);
    }

    @Test
    void rule11_manyThreadsMaySendAndEachKeepsItsOrder() {
        Party left = bind(LEFT);
        Party right = connect(left);
        int threads = 4;
        int each = 2_000;
        CompletableFuture<?>[] senders = new CompletableFuture<?>[threads];
        for (int thread = 0; thread < threads; thread++) {
            int id = thread;
            senders[thread] = CompletableFuture.runAsync(() -> {
                for (int number = 0; number < each; number++) {
                    left.send(ByteBuffer.allocate(8).putInt(id).putInt(number).flip());
                }
            });
        }
        patience().await(CompletableFuture.allOf(senders));
        List<Bytes> frames = right.heard().awaitFrames(threads * each);

        for (int thread = 0; thread < threads; thread++) {
            int id = thread;
            List<Integer> ofThread = frames.stream()
                    .map(Bytes::buffer)
                    .filter(frame -> frame.getInt(0) == id)
                    .map(frame -> frame.getInt(4))
                    .toList();
            assertThat(ofThread).isEqualTo(IntStream.range(0, each).boxed().toList());
        }
        assertThat(right.heard().overlapped()).isFalse();
        assertThat(left.heard().overlapped()).isFalse();
    }

    @Test
    void rule11_callbacksMaySend() {
        Party left = bind(LEFT);
        Party right = connect(left);
        int rounds = 2_000;
        left.heard().onFrame(frame -> reply(left, frame, rounds));
        right.heard().onFrame(frame -> reply(right, frame, rounds));
        left.send(number(0));

        patience()
                .until(
                        right.heard(),
                        "the last answer",
                        () -> right.heard().frames().size() >= rounds / 2);
        assertThat(right.heard().overlapped()).isFalse();
    }

    private static void reply(Party party, ByteBuffer frame, int rounds) {
        int next = frame.getInt(frame.position()) + 1;
        if (next < rounds) {
            assertThat(party.link().offer(number(next))).isEqualTo(SendResult.SENT);
        }
    }

    @Test
    void rule11_whatAListenerThrowsIsReportedAndTheLinkGoesOn() {
        Party left = bind(LEFT);
        Party right = connect(left);
        RuntimeException thrown = new IllegalStateException("thrown by the listener");
        AtomicBoolean throwing = new AtomicBoolean(true);
        right.heard().onFrame(frame -> {
            if (throwing.compareAndSet(true, false)) {
                throw thrown;
            }
        });
        left.send("one");
        left.send("two");

        assertThat(right.heard().awaitFrames(2)).containsExactly(Bytes.utf8("one"), Bytes.utf8("two"));
        assertThat(context.errors()).contains(thrown);
        assertThat(right.heard().count(Disconnected.class)).isZero();
    }

    @Test
    void rule12_aClosedLinkAnswersClosedAndItsPeerIsTold() {
        Party left = bind(LEFT);
        Party right = connect(left);
        left.link().close();
        left.link().close();
        int heard = left.heard().events().size();

        assertThat(left.offer("x")).isEqualTo(SendResult.CLOSED);
        right.heard().awaitDisconnected(1);
        assertThat(right.offer("x")).isEqualTo(SendResult.NOT_CONNECTED);
        assertThat(left.heard().events()).hasSize(heard);
    }

    @Test
    void rule12_aLinkDeclaredAgainAfterCloseConnectsAgain() {
        Party left = bind(LEFT);
        Party right = connect(left);
        left.link().close();
        right.heard().awaitDisconnected(1);
        left.declare(right);
        right.heard().awaitConnected(2);
        right.send("again");

        assertThat(left.heard().awaitFrames(1)).containsExactly(Bytes.utf8("again"));
    }

    @Test
    void rule12_closeReturnsWithNoCallbackRunningAndNoneBegins() {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean inside = new AtomicBoolean();
        right.heard().onFrame(frame -> {
            inside.set(true);
            awaitLatch(release);
            inside.set(false);
        });
        for (int number = 0; number < 100; number++) {
            assertThat(left.offer("frame " + number)).isEqualTo(SendResult.SENT);
        }
        right.heard().awaitFrames(1);
        CompletableFuture<Integer> closing = CompletableFuture.supplyAsync(() -> {
            right.link().close();
            assertThat(inside).as("a callback is running").isFalse();
            return right.heard().events().size();
        });
        release.countDown();
        int heard = patience().await(closing);
        left.heard().awaitDisconnected(1);

        assertThat(right.heard().events()).hasSize(heard);
    }

    @Test
    void rule12_closeInsideACallbackReturns() {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch closed = new CountDownLatch(1);
        right.heard().onFrame(frame -> {
            right.link().close();
            closed.countDown();
        });
        left.send("one");
        awaitLatch(closed);
        left.heard().awaitDisconnected(1);

        assertThat(right.heard().frames()).hasSize(1);
        assertThat(right.offer("x")).isEqualTo(SendResult.CLOSED);
    }

    @Test
    void rule12_closeOfAnEndpointInsideACallbackReturns() {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch closed = new CountDownLatch(1);
        right.heard().onFrame(frame -> {
            right.endpoint().close();
            closed.countDown();
        });
        left.send("one");
        awaitLatch(closed);
        left.heard().awaitDisconnected(1);

        assertThat(right.offer("x")).isEqualTo(SendResult.CLOSED);
        assertThat(right.heard().frames()).hasSize(1);
        assertThatIllegalStateException().isThrownBy(() -> right.declare(left));
        right.endpoint().close();
        assertThat(bind(right.address(), RIGHT, SECRET).address()).isEqualTo(right.address());
    }

    @Test
    void rule12_closeOfTheTransportInsideACallbackReturnsAndItsThreadsEnd() throws InterruptedException {
        Party left = bind(LEFT);
        Party right = connect(left);
        CountDownLatch closed = new CountDownLatch(1);
        right.heard().onFrame(frame -> {
            transport.close();
            closed.countDown();
        });
        left.send("one");
        awaitLatch(closed);

        assertThat(left.offer("x")).isEqualTo(SendResult.CLOSED);
        assertThat(right.offer("x")).isEqualTo(SendResult.CLOSED);
        assertThat(right.heard().frames()).hasSize(1);
        assertThatIllegalStateException().isThrownBy(() -> bind(THIRD));
        long sinceNanos = System.nanoTime();
        while (!context.liveThreads().isEmpty()) {
            patience().requireSince(sinceNanos, "the end of " + context.liveThreads());
            TimeUnit.NANOSECONDS.sleep(A_MOMENT.toNanos());
        }
    }

    @Test
    void rule12_aClosedEndpointClosesItsLinksAndFreesItsAddress() {
        Party left = bind(LEFT);
        Party right = connect(left);
        right.endpoint().close();
        right.endpoint().close();

        assertThat(right.offer("x")).isEqualTo(SendResult.CLOSED);
        left.heard().awaitDisconnected(1);
        Party again = bind(right.address(), RIGHT, SECRET);
        assertThat(again.address()).isEqualTo(right.address());
    }

    @Test
    void rule12_aClosedTransportClosesAllAndLeavesNoThread() {
        Party left = bind(LEFT);
        Party right = connect(left);
        transport.close();
        transport.close();

        assertThat(context.liveThreads()).isEmpty();
        assertThat(left.offer("x")).isEqualTo(SendResult.CLOSED);
        assertThat(right.offer("x")).isEqualTo(SendResult.CLOSED);
    }

    @Test
    void rule12_noThreadThatTheAdapterStartedOutlivesClose() {
        AdapterThreads threads = new AdapterThreads(patience(), this::mayOutliveClose);
        List<String> alive = threads.leftBy(() -> {
            try (Transport own = open(context)) {
                Party left = Party.bind(own, freeAddress(), LEFT, SECRET, patience());
                Party right = Party.bind(own, freeAddress(), RIGHT, SECRET, patience())
                        .declare(left);
                left.declare(right);
                left.heard().awaitConnected(1);
                left.send("something");
            }
        });

        assertThat(alive).as("threads that outlive close").isEmpty();
    }

    @Test
    void rule13_aTakenAddressIsRejectedByName() {
        Party left = bind(LEFT);

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> bind(left.address(), RIGHT, SECRET))
                .withMessageContaining(left.address())
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED));
    }

    @Test
    void rule13_declarationsThatMakeNoSenseAreRefused() {
        Party left = bind(LEFT);
        Party right = bind(RIGHT);
        left.declare(right);
        RecordingListener other = new RecordingListener(patience());

        assertThatIllegalArgumentException().isThrownBy(() -> left.endpoint().link(right.address(), RIGHT, other));
        assertThatIllegalArgumentException().isThrownBy(() -> left.endpoint().link(left.address(), LEFT, other));
        assertThatIllegalArgumentException().isThrownBy(() -> bind(freeAddress(), THIRD, new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> bind(freeAddress(), Party.anyLife(THIRD), SECRET));
    }

    @Test
    void rule13_nothingCanBeOpenedAfterClose() {
        Party left = bind(LEFT);
        Party right = bind(RIGHT);
        left.endpoint().close();

        assertThatIllegalStateException().isThrownBy(() -> left.declare(right));
        transport.close();
        assertThatIllegalStateException().isThrownBy(() -> bind(THIRD));
    }

    private Party bind(PeerIdentity self) {
        return bind(freeAddress(), self, SECRET);
    }

    private Party bind(String address, PeerIdentity self, byte[] secret) {
        return Party.bind(transport, address, self, secret, patience());
    }

    /** Binds the right end and waits until it is connected with {@code left}. */
    private Party connect(Party left) {
        Party right = bind(RIGHT).declare(left);
        left.declare(right);
        left.heard().awaitConnected(1);
        right.heard().awaitConnected(1);
        return right;
    }

    private static void sendNumbers(Party party, int count) {
        for (int number = 0; number < count; number++) {
            party.send(number(number));
        }
    }

    private static ByteBuffer number(int number) {
        return ByteBuffer.allocate(4).putInt(number).flip();
    }

    private static List<Bytes> numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> Bytes.of(number(number)))
                .toList();
    }
}
