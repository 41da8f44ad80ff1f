package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.tck.transport.Ear;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** O-48: what connections take of the media driver's memory goes with them. */
@Timeout(120)
class LeaksIT {
    private static final int CONNECTIONS = 20;

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectionsThatComeAndGoLeaveNoBuffersBehind(boolean ipc) {
        SplittableRandom random = new SplittableRandom(5);
        try (DriverHost host = new DriverHost(temporary.resolve("drivers"), Duration.ofSeconds(3));
                Pair pair = new Pair(Pair.external(
                        host.directory(),
                        "ipc",
                        ipc,
                        "idle-timeout",
                        "3s",
                        "backoff-min",
                        "10ms",
                        "backoff-max",
                        "50ms"))) {
            Endpoint left = pair.bind(Pair.LEFT);
            Endpoint right = pair.bind(Pair.RIGHT);
            for (int number = 0; number < CONNECTIONS; number++) {
                Ear atLeft = new Ear();
                Ear atRight = new Ear();
                Link one = left.link(right.address(), Pair.RIGHT, atLeft);
                Link other = right.link(left.address(), Pair.LEFT, atRight);
                atLeft.awaitConnected(1);
                atRight.awaitConnected(1);
                Pair.send(one, ByteBuffer.allocate(1 + random.nextInt(200_000)));
                one.close();
                other.close();
            }

            Pair.await("the driver has let all buffers go", () -> buffers(host.directory()) == 0);
        }
    }

    @Test
    void aConnectionHasBuffersWhileItLasts() {
        try (DriverHost host = new DriverHost(temporary.resolve("drivers"), Duration.ofSeconds(3));
                Pair pair = new Pair(Pair.external(host.directory()))) {
            pair.connect(new Ear(), new Ear());

            assertThat(buffers(host.directory())).isPositive();
        }
    }

    private static long buffers(Path driver) {
        return files(driver.resolve("publications")) + files(driver.resolve("images"));
    }

    private static long files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
