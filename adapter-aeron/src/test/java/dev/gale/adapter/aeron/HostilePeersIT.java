package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.Ear;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What anybody who reaches the port may send. A link between honest ends goes on meanwhile. */
@Timeout(180)
class HostilePeersIT {
    private static final int FLOOD = 10_000;
    private static final int TERM_BYTES = 64 << 10;
    private static final byte[] ANOTHER_SECRET = "another".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path temporary;

    /** An honest pair, and what is done to the address of its left end meanwhile. */
    private void whileConnected(HostileDeed deed) throws Exception {
        whileConnected(128, deed);
    }

    private void whileConnected(int mostWaiting, HostileDeed deed) throws Exception {
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        try (Pair pair = new Pair(Pair.embedded(
                base(),
                "idle-timeout",
                "5s",
                "term-length",
                TERM_BYTES,
                "handshake-timeout",
                "1s",
                "max-unauthenticated",
                mostWaiting))) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            Link link = left.link(right.address(), Pair.RIGHT, atLeft);
            right.link(left.address(), Pair.LEFT, atRight);
            atLeft.awaitConnected(1);
            atRight.awaitConnected(1);
            deed.to(left.address(), pair);
            Pair.send(link, Pair.number(1));
            atRight.awaitFrames(1);

            assertThat(atLeft.reasons()).isEmpty();
            assertThat(atRight.reasons()).isEmpty();
        }
    }

    private interface HostileDeed {
        void to(String address, Pair pair) throws Exception;
    }

    private Path base() {
        return temporary.resolve("drivers");
    }

    private long filesOfStreams() throws IOException {
        try (Stream<Path> all = Files.walk(base())) {
            return all.filter(file -> file.toString().endsWith(".logbuffer")).count();
        }
    }

    private long filesOfStreamsUnchecked() {
        try {
            return filesOfStreams();
        } catch (IOException | UncheckedIOException e) {
            // One of them went while it was looked at.
            return Long.MAX_VALUE;
        }
    }

    private static void flood(String address, int count, Consumer<ByteBuffer> filling) {
        Address parsed = Address.parse(address);
        try (DatagramChannel channel =
                DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            ByteBuffer packet = ByteBuffer.allocateDirect(1_400);
            for (int number = 0; number < count; number++) {
                packet.clear();
                filling.accept(packet);
                channel.send(packet, new InetSocketAddress(parsed.host(), parsed.port()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** O-46, O-86, in datagrams. */
    @Test
    void noiseAtThePortDisturbsNobodyAndTakesNoMemory() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        whileConnected((address, pair) -> {
            long before = filesOfStreams();
            flood(address, FLOOD, packet -> {
                byte[] noise = new byte[random.nextInt(1_400)];
                random.nextBytes(noise);
                packet.put(noise).flip();
            });

            assertThat(filesOfStreams()).isEqualTo(before);
        });
    }

    /** O-46: a packet of 40 bytes may ask for three gigabytes. */
    @Test
    void aStreamThatAsksForMoreMemoryThanOursIsDropped() throws Exception {
        whileConnected((address, pair) -> {
            long before = filesOfStreams();
            flood(address, 100, packet -> setup(packet, 1, 1 << 30));
            Pair.await("the drops", () -> pair.context.count("streams.dropped") > 0);

            assertThat(filesOfStreams()).isEqualTo(before);
        });
    }

    @Test
    void aFloodOfStreamsIsBoundedAndTheOldestGiveWay() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        whileConnected((address, pair) -> {
            // What comes faster than it is looked at, the kernel drops; so it goes on until enough has been.
            Pair.await("the drops", () -> {
                flood(address, FLOOD / 100, packet -> setup(packet, random.nextInt(), TERM_BYTES));
                return pair.context.count("streams.dropped") > 0;
            });
            Pair.await("the crowd", () -> pair.context.count("refused.crowded") > 0);

            assertThat(filesOfStreams()).isLessThan(1_000);
        });
    }

    private static void setup(ByteBuffer packet, int session, int termLength) {
        SetupFlyweight setup = new SetupFlyweight(new UnsafeBuffer(packet, 0, SetupFlyweight.HEADER_LENGTH));
        setup.version(HeaderFlyweight.CURRENT_VERSION)
                .flags((short) 0)
                .headerType(HeaderFlyweight.HDR_TYPE_SETUP)
                .frameLength(SetupFlyweight.HEADER_LENGTH);
        setup.sessionId(session)
                .streamId(Subscriptions.UDP_STREAM)
                .initialTermId(7)
                .activeTermId(7)
                .termOffset(0)
                .termLength(termLength)
                .mtuLength(1_408)
                .ttl(0);
        packet.limit(SetupFlyweight.HEADER_LENGTH).position(0);
    }

    /** A companion's settings are its own. */
    @Test
    void aCompanionMakesNoStreamThatIsLongerThanOursEither() throws Exception {
        TckContext host = new TckContext();
        Map<String, Object> section = Map.of("dir", base().toString());
        try (CompanionService companion = new AeronCompanionFactory()
                        .start(ConfigSection.of("companion", section), temporary.resolve("companion"), host);
                Pair pair = new Pair(companion.clientSection())) {
            String address = pair.bind(Pair.LEFT).address();
            long before = filesOfStreams();
            flood(address, 10, packet -> setup(packet, 1, 64 << 20));
            Pair.await("the drops", () -> host.count("streams.dropped") > 0);

            assertThat(filesOfStreams()).isEqualTo(before);
        }
    }

    /** Whoever has a media driver of his own can open streams, and say there what he likes. */
    private void say(String address, byte[] message) {
        say(address, message, 1);
    }

    private void say(String address, byte[] message, int streams) {
        Path directory = temporary.resolve("rogue-driver");
        MediaDriver.Context driver = new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(Driver.idling(java.time.Duration.ofMillis(1)))
                .dirDeleteOnStart(true)
                .warnIfDirectoryExists(false)
                .dirDeleteOnShutdown(true);
        try (MediaDriver running = MediaDriver.launch(driver);
                Aeron client = Aeron.connect(new Aeron.Context().aeronDirectoryName(running.aeronDirectoryName()))) {
            ExclusivePublication last = null;
            for (int number = 0; number < streams; number++) {
                ExclusivePublication stream = client.addExclusivePublication(
                        "aeron:udp?endpoint=" + address + "|term-length=" + TERM_BYTES, Subscriptions.UDP_STREAM);
                Pair.await("somebody who listens", stream::isConnected);
                Pair.await("room", () -> stream.offer(new UnsafeBuffer(message)) > 0);
                Pair.await("an ear", () -> stream.availableWindow() >= 0);
                last = stream;
            }
            said.run();
            for (int said = 0; said < more; said++) {
                last.offer(new UnsafeBuffer(message));
            }
        }
    }

    private Runnable said = () -> {};

    /** How often it is said again. */
    private int more;

    private void countsWhenTold(String counter, byte[] message) throws Exception {
        whileConnected((address, pair) -> {
            said = () -> Pair.await(counter, () -> pair.context.count(counter) > 0);
            say(address, message);
        });
    }

    private static byte[] message(int kind, byte[] content) {
        return ByteBuffer.allocate(MessageHeader.BYTES + content.length)
                .putInt(MessageHeader.of(kind, content.length))
                .put(content)
                .array();
    }

    private static byte[] hello(PeerIdentity who, PeerIdentity expected, byte[] secret) {
        return message(
                MessageHeader.HELLO,
                Introduction.of(new byte[Introduction.NONCE_BYTES], who, expected, false, secret)
                        .bytes());
    }

    @Test
    void aStreamThatDoesNotBeginWithAHandshakeIsCounted() throws Exception {
        countsWhenTold("refused.garbage", message(MessageHeader.DATA, "take this".getBytes(StandardCharsets.UTF_8)));
    }

    /** What is refused takes memory as long as its sender likes, so it counts as what has not proven itself. */
    @Test
    void manyStreamsThatSayWhatIsWrongAreACrowdToo() throws Exception {
        byte[] wrong = message(MessageHeader.DATA, "take this".getBytes(StandardCharsets.UTF_8));
        whileConnected(4, (address, pair) -> {
            said = () -> Pair.await("the crowd", () -> pair.context.count("refused.crowded") >= 4);
            say(address, wrong, 8);
        });
    }

    /** The media driver keeps what somebody has still to read. */
    @Test
    void memoryOfARefusedStreamIsFreedWhenItsSenderHasGone() throws Exception {
        byte[] wrong = hello(Pair.RIGHT, Pair.LEFT, ANOTHER_SECRET);
        whileConnected((address, pair) -> {
            long before = filesOfStreams();
            said = () -> Pair.await("the refusal", () -> pair.context.count("refused.secret") > 0);
            more = 100;
            say(address, wrong);
            Pair.await("the end of its files", () -> filesOfStreamsUnchecked() <= before);
        });
    }

    /** O-46: what is not proven is never put together from parts. */
    @Test
    void aGreetingThatIsLongerThanAPacketIsCounted() throws Exception {
        countsWhenTold("refused.garbage", message(MessageHeader.HELLO, new byte[7_000]));
    }

    @Test
    void aGreetingWithAnotherSecretIsCountedAndTheConnectionThatIsThereStays() throws Exception {
        countsWhenTold("refused.secret", hello(Pair.RIGHT, Pair.LEFT, ANOTHER_SECRET));
    }

    /** Said with the right secret, and perhaps played back: it proves nothing, and ends nothing. */
    @Test
    void aGreetingAloneDoesNotEndTheConnectionThatIsThere() throws Exception {
        countsWhenTold("refused.slow", hello(Pair.RIGHT, Pair.LEFT, Pair.SECRET));
    }

    @Test
    void aStreamThatSaysNothingIsCounted() throws Exception {
        whileConnected((address, pair) -> {
            flood(address, 1, packet -> setup(packet, 77, TERM_BYTES));
            Pair.await("the end of patience", () -> pair.context.count("refused.slow") == 1);
        });
    }
}
