package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.tck.transport.Ear;
import io.aeron.Aeron;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** O-50: memory that is promised and not there must be refused, since touching it ends a process by a signal. */
@Timeout(90)
class SmallSharedMemoryIT {
    private static final Path MOUNT = Path.of("/bin/mount");

    /** Each takes 6 MiB, and the driver some. */
    private static final int MORE_LINKS_THAN_FIT = 12;

    private static final int FRAMES = 1_000;

    @TempDir
    private Path temporary;

    private Path memory;
    private boolean mounted;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        memory = Files.createDirectory(temporary.resolve("memory"));
        assumeTrue(Files.isExecutable(MOUNT), "there is no " + MOUNT);
        mounted = run(MOUNT.toString(), "-t", "tmpfs", "-o", "size=64m,mode=700", "gale-test", memory.toString()) == 0;
        assumeTrue(mounted, "this user may not mount a file system");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        if (mounted) {
            assertThat(run("umount", "--lazy", memory.toString())).isZero();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private Child driver() {
        return Child.start(
                List.of(Child.FLAG), DriverMain.class, memory.resolve("drivers").toString(), "3s");
    }

    private static Pair client(Child driver) {
        return new Pair(Pair.external(directory(driver), "idle-timeout", "3s", "backoff-max", "500ms"));
    }

    private static Path directory(Child driver) {
        return Path.of(driver.await(1, "runs"));
    }

    /** @param link of the left end to this peer */
    private record Peer(Link link, Ear ear) {
        static Peer connect(Pair pair, Endpoint left, int number) {
            PeerIdentity identity = new PeerIdentity(Pair.LEFT.group(), "peer:" + number, 1, "life");
            Endpoint endpoint = pair.bind(identity);
            Ear ear = new Ear();
            endpoint.link(left.address(), Pair.LEFT, ear);
            return new Peer(left.link(endpoint.address(), identity, new Ear()), ear);
        }

        boolean isConnected() {
            return ear.connections() > 0;
        }

        void awaitWorks() {
            ear.awaitConnected(1);
            long before = ear.frames();
            for (int number = 0; number < FRAMES; number++) {
                Pair.send(link, Pair.number(number));
            }
            ear.awaitFrames(before + FRAMES);
            assertThat(ear.reasons()).isEmpty();
        }
    }

    @Test
    void linksThatDoNotFitAreRefusedAndTheOthersGoOn() {
        try (Child driver = driver();
                Pair pair = client(driver)) {
            Endpoint left = pair.bind(Pair.LEFT);
            Peer first = Peer.connect(pair, left, 0);
            first.ear().awaitConnected(1);
            List<Peer> more = IntStream.range(1, MORE_LINKS_THAN_FIT)
                    .mapToObj(number -> Peer.connect(pair, left, number))
                    .toList();
            Pair.await("a refusal", () -> pair.context.count("aeron.errors") > 0);
            first.awaitWorks();

            assertThat(more).anyMatch(peer -> !peer.isConnected());
            assertThat(pair.context.errors()).isEmpty();
            assertThat(driver.isAlive()).isTrue();
            saysWhatIsNeededAndFree(directory(driver));
        }
    }

    private static void saysWhatIsNeededAndFree(Path directory) {
        Aeron.Context context = new Aeron.Context()
                .aeronDirectoryName(directory.toString())
                .errorHandler(fault -> assertThat(fault).isInstanceOf(AeronException.class));
        try (Aeron client = Aeron.connect(context)) {
            assertThatExceptionOfType(RegistrationException.class)
                    .isThrownBy(() -> {
                        for (int stream = 0; stream < MORE_LINKS_THAN_FIT; stream++) {
                            client.addExclusivePublication("aeron:ipc?term-length=1m", 1_000 + stream);
                        }
                    })
                    .withMessageMatching(".*insufficient usable storage .*length=\\d+ usable=\\d+ in .*memory.*");
        }
    }

    @Test
    void whileSomebodyElseHasFilledItNothingNewBeginsAndNothingOldEnds() throws IOException {
        try (Child driver = driver();
                Pair pair = client(driver)) {
            Endpoint left = pair.bind(Pair.LEFT);
            Peer first = Peer.connect(pair, left, 0);
            first.ear().awaitConnected(1);
            Path filler = fill(Long.MAX_VALUE);
            Peer second = Peer.connect(pair, left, 1);
            Pair.await("refusals", () -> pair.context.count("aeron.errors") > 3);
            first.awaitWorks();

            assertThat(second.isConnected()).isFalse();
            assertThat(driver.isAlive()).isTrue();
            Files.delete(filler);
            second.awaitWorks();
            first.awaitWorks();
            assertThat(pair.context.errors()).isEmpty();
        }
    }

    @Test
    void aDriverThatDoesNotFitSaysWhatIsNeededAndFree() throws IOException {
        Path base = memory.resolve("drivers");
        fill(50L << 20);

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new Pair(Pair.embedded(base)))
                .withMessageMatching("a media driver in " + base + "/\\S+ needs \\d+ bytes, and \\d+ are free there")
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
        assertThat(base).doesNotExist();
    }

    /** Writes so many bytes, or as many as there is room for. */
    private Path fill(long bytes) throws IOException {
        Path filler = memory.resolve("filler");
        byte[] page = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            for (long written = 0; written < bytes; written += page.length) {
                out.write(page);
            }
        } catch (IOException e) {
            assertThat(Files.getFileStore(memory).getUsableSpace())
                    .as("free after " + e)
                    .isZero();
        }
        return filler;
    }
}
