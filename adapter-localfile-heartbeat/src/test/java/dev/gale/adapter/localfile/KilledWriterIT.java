package dev.gale.adapter.localfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.Reading.NoHeartbeat;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writers in processes of their own are killed while they write, and this process reads all the while. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class KilledWriterIT {
    private static final int ROUNDS = Boolean.getBoolean("gale.test.long") ? 200 : 8;

    private final SplittableRandom random = new SplittableRandom(11);

    @TempDir
    Path folder;

    private Path place;
    private HeartbeatReader reader;
    private Beat last;

    @Test
    void aReaderNeverSeesATornRecordWhereverTheWriterIsKilled() throws Exception {
        place = folder.resolve("heartbeat");
        try (Heartbeats heartbeats =
                new LocalFileHeartbeatsFactory().open(ConfigSection.empty("localfile"), new TckContext())) {
            reader = heartbeats.reader(place);
            for (int round = 1; round <= ROUNDS; round++) {
                killOneWhileItWrites(round);
            }
        }
        assertThat(Files.size(place)).isEqualTo(FileContent.BYTES);
    }

    private void killOneWhileItWrites(int round) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BeatingProcess.class.getName(),
                        place.toString(),
                        Integer.toString(round))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(output.toFile()))
                .start();
        try {
            WriterIdentity identity = new WriterIdentity(writer.pid(), round, 1);
            readUntilItBeats(writer, identity, output);
            for (int reads = random.nextInt(500, 5_000); reads > 0; reads--) {
                readOne();
            }
        } finally {
            writer.destroyForcibly().waitFor();
        }
        assertThat(writer.exitValue())
                .as("killed, not failed: %s", Files.readString(output))
                .isEqualTo(128 + 9);
        Beat left = readOne();
        assertThat(left.writer().pid()).isEqualTo(writer.pid());
        assertThat(readOne()).isEqualTo(left);
    }

    private void readUntilItBeats(Process writer, WriterIdentity identity, Path output) throws IOException {
        long deadline =
                System.nanoTime() + Patience.fromSystemProperty().longest().toNanos();
        while (true) {
            Reading reading = reader.read();
            if (reading instanceof Beat beat) {
                check(beat);
                if (beat.writer().equals(identity)) {
                    return;
                }
            } else {
                assertThat(((NoHeartbeat) reading).reason()).isEqualTo(Reason.ABSENT);
            }
            if (!writer.isAlive() || System.nanoTime() - deadline > 0) {
                throw new AssertionError("the writer does not beat; it said: " + Files.readString(output));
            }
            Thread.yield();
        }
    }

    private Beat readOne() {
        Reading reading = reader.read();
        assertThat(reading).isInstanceOf(Beat.class);
        Beat beat = (Beat) reading;
        check(beat);
        return beat;
    }

    private void check(Beat beat) {
        assertThat(beat).isEqualTo(Beats.of(beat.writer(), beat.sequence()));
        if (last != null && beat.writer().equals(last.writer())) {
            assertThat(beat.sequence()).isGreaterThanOrEqualTo(last.sequence());
        }
        last = beat;
    }
}
