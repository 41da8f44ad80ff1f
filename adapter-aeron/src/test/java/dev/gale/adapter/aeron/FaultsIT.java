package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.SendResult;
import dev.gale.tck.transport.Ear;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens to links when processes, media drivers and networks do what they do. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FaultsIT {
    private static final Duration IDLE = Duration.ofSeconds(3);
    private static final String IDLE_TEXT = IDLE.toSeconds() + "s";

    @TempDir
    private Path temporary;

    private Child right(String address, String incarnation, String leftAddress, Map<String, Object> settings) {
        List<String> arguments = new ArrayList<>(List.of(address, incarnation, leftAddress));
        settings.forEach((key, value) -> arguments.add(key + "=" + value));
        return Child.start(List.of(Child.FLAG), PeerMain.class, arguments.toArray(String[]::new));
    }

    private Map<String, Object> udp() {
        return Pair.embedded(temporary.resolve("drivers"), "idle-timeout", IDLE_TEXT);
    }

    private static void echo(Link link, Ear ear, int number) {
        long before = ear.frames();
        Pair.send(link, Pair.number(number));
        ear.awaitFrames(before + 1);
    }

    /** K21: the pause of a garbage collection is no death. */
    @Test
    void aPauseBelowTheTimeoutKeepsTheConnection() throws InterruptedException {
        Ear ear = new Ear();
        try (Pair pair = new Pair(udp())) {
            Endpoint left = pair.bind(Pair.LEFT);
            try (Child child = right("127.0.0.1:0", "life-1", left.address(), udp())) {
                Link link = left.link(child.await(1, "bound"), Pair.anyLife(Pair.RIGHT), ear);
                ear.awaitConnected(1);
                child.await(1, "connected");
                child.stop();
                TimeUnit.MILLISECONDS.sleep(IDLE.toMillis() / 3);
                child.goOn();
                echo(link, ear, 1);

                assertThat(ear.reasons()).isEmpty();
                assertThat(ear.connections()).isEqualTo(1);
            }
        }
    }

    /** O-49, its first half: a client that its driver has given up is made anew, and the process lives on. */
    @Test
    void afterAPauseAboveTheTimeoutThereIsANewConnectionAndTheLossIsCounted() {
        Ear ear = new Ear();
        try (DriverHost host = new DriverHost(temporary.resolve("drivers"), IDLE)) {
            Map<String, Object> settings = Pair.external(host.directory(), "idle-timeout", IDLE_TEXT);
            try (Pair pair = new Pair(settings)) {
                Endpoint left = pair.bind(Pair.LEFT);
                try (Child child = right("127.0.0.1:0", "life-1", left.address(), settings)) {
                    Link link = left.link(child.await(1, "bound"), Pair.anyLife(Pair.RIGHT), ear);
                    ear.awaitConnected(1);
                    child.await(1, "connected");
                    child.stop();
                    assertThat(link.offer(Pair.number(1))).isEqualTo(SendResult.SENT);
                    ear.awaitDisconnected(1);
                    child.goOn();
                    ear.awaitConnected(2);
                    echo(link, ear, 2);

                    assertThat(ear.framesLost()).isEqualTo(1);
                    assertThat(child.isAlive()).isTrue();
                    assertThat(child.await(1, "disconnected")).isNotBlank();
                    assertThat(child.lines()).as("what it said").hasSizeLessThan(200);
                }
            }
        }
    }

    /** O-49, its second half, and K21: every process makes its client anew when the driver is there again. */
    @Test
    void whenTheMediaDriverIsKilledAndStartedAgainAllConnectAgain() {
        Ear ear = new Ear();
        Path base = temporary.resolve("drivers");
        Child driver = driver(base);
        Map<String, Object> settings = Pair.external(Path.of(driver.await(1, "runs")), "idle-timeout", IDLE_TEXT);
        try (Pair pair = new Pair(settings)) {
            Endpoint left = pair.bind(Pair.LEFT);
            try (Child child = right("127.0.0.1:0", "life-1", left.address(), settings)) {
                Link link = left.link(child.await(1, "bound"), Pair.anyLife(Pair.RIGHT), ear);
                ear.awaitConnected(1);
                driver.kill();
                ear.awaitDisconnected(1);
                driver = driver(base);
                ear.awaitConnected(2);
                echo(link, ear, 2);

                assertThat(pair.context.count("driver.lost")).isEqualTo(1);
                assertThat(child.isAlive()).isTrue();
            }
        } finally {
            driver.close();
        }
    }

    private static Child driver(Path base) {
        return Child.start(List.of(Child.FLAG), DriverMain.class, base.toString(), IDLE_TEXT);
    }

    /** O-39, O-40. */
    @Test
    void aKilledPeerComesBackByUdpAsANewPeer() {
        killedPeerComesBack(udp());
    }

    /** O-39, O-40. */
    @Test
    void aKilledPeerComesBackInSharedMemoryAsANewPeer() {
        try (DriverHost host = new DriverHost(temporary.resolve("shared"), IDLE)) {
            killedPeerComesBack(Pair.external(host.directory(), "idle-timeout", IDLE_TEXT));
        }
    }

    private void killedPeerComesBack(Map<String, Object> settings) {
        Ear ear = new Ear();
        try (Pair pair = new Pair(settings)) {
            Endpoint left = pair.bind(Pair.LEFT);
            Child child = right("127.0.0.1:0", "life-1", left.address(), settings);
            try {
                String address = child.await(1, "bound");
                Link link = left.link(address, Pair.anyLife(Pair.RIGHT), ear);
                ear.awaitConnected(1);
                echo(link, ear, 1);
                child.kill();
                child = right(address, "life-2", left.address(), settings);
                ear.awaitConnected(2);
                echo(link, ear, 2);

                assertThat(child.await(1, "connected")).isEqualTo(Pair.LEFT.incarnation());
                assertThat(ear.reasons()).hasSize(1);
            } finally {
                child.close();
            }
        }
    }

    /** O-50: what a killed driver left goes when the next one starts, and what a living one uses stays. */
    @Test
    void whatAKilledDriverLeftIsRemovedAtTheNextStart() throws IOException {
        Path base = temporary.resolve("drivers");
        try (Pair alive = new Pair(udp())) {
            try (Child child = right("127.0.0.1:0", "life-1", "127.0.0.1:1", udp())) {
                child.await(1, "bound");
                assertThat(directories(base)).hasSize(2);
                child.kill();
            }
            assertThat(directories(base)).hasSize(2);
            try (Pair another = new Pair(udp())) {
                assertThat(directories(base)).as("the one alive and another").hasSize(2);
                another.connect(new Ear(), new Ear());
            }
            assertThat(directories(base)).hasSize(1);
            alive.connect(new Ear(), new Ear());
        }
        assertThat(Files.exists(base)).isFalse();
    }

    private static List<Path> directories(Path base) throws IOException {
        try (Stream<Path> all = Files.list(base)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    @Test
    void aDirectoryInUseIsNotTakenBySomebodyElse() {
        Path base = temporary.resolve("drivers");
        try (Child child = driver(base)) {
            child.await(1, "runs");

            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> new DriverHost(base, IDLE))
                    .withMessageContaining(base.toString())
                    .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        }
    }

    /** A plain SIGTERM ends a driver that says so with its files gone. */
    @Test
    void aDriverThatIsToldToEndRemovesItsFiles() {
        Path base = temporary.resolve("drivers");
        try (Child child = driver(base)) {
            Path directory = Path.of(child.await(1, "runs"));
            assertThat(Files.exists(directory)).isTrue();
            child.end();
            child.awaitEnd();

            assertThat(Files.exists(base)).isFalse();
        }
    }

    /** O-50. */
    @Test
    void withoutRoomTheStartNamesTheDirectoryAndWhatIsNeededAndFree() throws IOException {
        Path directory = temporary.resolve("driver");
        long free = Files.getFileStore(temporary).getUsableSpace();
        assertThat(free).isPositive();

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> Driver.requireSpace(directory, Long.MAX_VALUE))
                .withMessageMatching(".*" + directory + " needs " + Long.MAX_VALUE + " bytes, and \\d+ are free there");
    }

    @Test
    void withoutADriverTheStartSaysWhereItWasLookedFor() {
        Path nowhere = temporary.resolve("nowhere");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new Pair(Pair.external(nowhere)))
                .withMessageContaining("no media driver answers in " + nowhere)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
    }

    @Test
    void withoutItsFlagTheJvmIsToldWhichOneIsMissing() {
        try (Child child = Child.start(
                List.of(),
                PeerMain.class,
                "127.0.0.1:0",
                "life-1",
                "127.0.0.1:1",
                "dir=" + temporary,
                "driver=embedded")) {
            child.awaitEnd();

            Pair.await(
                    "its words",
                    () -> String.join("\n", child.lines())
                            .contains("needs the JVM flag --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"));
        }
    }

    /** K18, O-43: a network that loses packets loses no frame, and mixes none up. */
    @Test
    void onANetworkThatLosesPacketsEveryFrameArrivesInOrder() {
        int count = 3_000;
        AtomicInteger next = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        Ear atLeft = new Ear();
        Ear atRight = new Ear().onFrame(frame -> {
            if (frame.getInt(frame.position()) != next.getAndIncrement()) {
                wrong.incrementAndGet();
            }
        });
        try (Pair pair = new Pair(udp())) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            try (Relay toRight = Relay.to(right.address());
                    Relay toLeft = Relay.to(left.address())) {
                toRight.loseOneOf(20);
                toLeft.loseOneOf(20);
                Link link = left.link(toRight.address(), Pair.RIGHT, atLeft);
                right.link(toLeft.address(), Pair.LEFT, atRight);
                atLeft.awaitConnected(1);
                for (int number = 0; number < count; number++) {
                    ByteBuffer frame = ByteBuffer.allocate(100 + number % 5_000).putInt(0, number);
                    Pair.send(link, frame);
                }
                atRight.awaitFrames(count);

                assertThat(wrong).hasValue(0);
                assertThat(atLeft.reasons()).isEmpty();
            }
        }
    }

    /** O-45: what the peer does not take ends the connection, at both ends, and is counted. */
    @Test
    void aFrameAboveTheReceiversLimitEndsTheConnectionAndIsCounted() {
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        try (Pair wide = new Pair(udp());
                Pair narrow = new Pair(
                        Pair.embedded(temporary.resolve("drivers"), "idle-timeout", IDLE_TEXT, "max-frame", "1KiB"))) {
            Endpoint left = wide.bind(Pair.LEFT);
            Endpoint right = narrow.bind(Pair.RIGHT);
            Link link = left.link(right.address(), Pair.RIGHT, atLeft);
            right.link(left.address(), Pair.LEFT, atRight);
            atLeft.awaitConnected(1);
            Pair.send(link, ByteBuffer.allocate(1_025));
            atRight.awaitDisconnected(1);
            atLeft.awaitDisconnected(1);
            atLeft.awaitConnected(2);
            Pair.send(link, Pair.number(7));
            atRight.awaitFrames(1);

            assertThat(atRight.reasons().get(0)).contains("1025 bytes");
            assertThat(narrow.context.count("closed.bad-frame")).isEqualTo(1);
            assertThat(wide.context.count("frames.lost")).isEqualTo(1);
        }
    }
}
