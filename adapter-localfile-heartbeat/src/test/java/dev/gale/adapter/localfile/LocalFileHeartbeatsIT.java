package dev.gale.adapter.localfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading;
import dev.gale.spi.heartbeat.Reading.NoHeartbeat;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What files can come to, under a writer and under a reader. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LocalFileHeartbeatsIT {
    private final TckContext context = new TckContext();
    private final Heartbeats heartbeats =
            new LocalFileHeartbeatsFactory().open(ConfigSection.empty("localfile"), context);

    @TempDir
    Path folder;

    private Path place;
    private HeartbeatWriter writer;
    private HeartbeatReader reader;

    @BeforeEach
    void writeTwice() {
        place = folder.resolve("heartbeat");
        writer = heartbeats.writer(place, Beats.FIRST);
        reader = heartbeats.reader(place);
        write(1);
        write(2);
    }

    @AfterEach
    void close() {
        heartbeats.close();
    }

    @Test
    void theFileHasTwoHalvesAndIsItsOwnersOnly() throws IOException {
        assumeThat(place.getFileSystem().supportedFileAttributeViews()).contains("posix");

        assertThat(Files.size(place)).isEqualTo(4096);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
                .isEqualTo("rw-------");
        assertThat(namesInFolder()).containsExactly("heartbeat");
    }

    @Test
    void openingWritesNothing() {
        Path other = folder.resolve("other");
        heartbeats.writer(other, Beats.FIRST).close();

        assertThat(other).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(
            value = Reason.class,
            names = {"ABSENT", "EMPTY", "TRUNCATED", "NUL_FILLED", "BAD_CHECKSUM"})
    void theNextBeatRepairsWhatHappenedToTheFile(Reason reason) throws IOException {
        Damage.to(place, reason);
        assertThat(reasonOf(reader.read())).isEqualTo(reason);

        write(3);
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 3));
        write(4);
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 4));
        assertThat(Files.size(place)).isEqualTo(4096);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileThatWasMadeAnewIsCounted() throws IOException {
        Damage.to(place, Reason.ABSENT);
        write(3);
        Damage.to(place, Reason.TRUNCATED);
        write(4);
        write(5);

        assertThat(context.count("files.made.anew")).isEqualTo(2);
    }

    @Test
    void aFileThatIsCutAnywhereUnderItsReaderIsNoneOfItsRecords() throws IOException {
        byte[] whole = Files.readAllBytes(place);
        for (int length = FileContent.BYTES - 1; length >= 0; length--) {
            Damage.cut(place, length);

            assertThat(reasonOf(reader.read())).isEqualTo(length == 0 ? Reason.EMPTY : Reason.TRUNCATED);
        }
        Damage.overwrite(place, whole);
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 2));
    }

    @Test
    void randomBytesAreNoHeartbeat() throws IOException {
        byte[] noise = new byte[FileContent.BYTES];
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 200; round++) {
            random.nextBytes(noise);
            Damage.overwrite(place, Arrays.copyOf(noise, random.nextInt(2 * FileContent.BYTES)));

            assertThat(reader.read()).isInstanceOf(NoHeartbeat.class);
        }
    }

    @Test
    void aReaderDoesNotGoBackWhenTheNewestRecordIsDamaged() throws IOException {
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 2));
        Damage.breakOff(place, 2);

        assertThat(reader.read()).isInstanceOfSatisfying(NoHeartbeat.class, none -> {
            assertThat(none.reason()).isEqualTo(Reason.BAD_CHECKSUM);
            assertThat(none.detail()).contains(place.toString()).contains("number 1");
        });
        write(3);
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 3));
    }

    @Test
    void aReaderFollowsAWriterOfTheSameProcessThatCountsFromOneAgain() {
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 2));
        writer.close();
        writer = heartbeats.writer(place, Beats.FIRST);
        write(1);

        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 1));
    }

    @Test
    void anOlderWriterIsToldThatItWasReplacedAndChangesNothing() {
        HeartbeatWriter newer = heartbeats.writer(place, Beats.SECOND);
        newer.write(Beats.payload(Beats.SECOND, 1));

        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> write(3))
                    .withMessageContaining(place.toString())
                    .satisfies(e -> assertThat(e.category()).isEqualTo(Category.FENCED));
            assertThat(reader.read()).isEqualTo(Beats.of(Beats.SECOND, 1));
        }
    }

    @Test
    void anOlderWriterThatIsBusyIsNotFoundOnceANewerOneHasWritten() {
        Patience patience = Patience.fromSystemProperty();
        CompletableFuture<Void> busy = new CompletableFuture<>();
        CompletableFuture<EngineException> replaced = CompletableFuture.supplyAsync(() -> {
            for (long sequence = 3; ; sequence++) {
                try {
                    write(sequence);
                } catch (EngineException e) {
                    return e;
                }
                if (sequence == 50) {
                    busy.complete(null);
                }
            }
        });
        patience.await(busy);

        HeartbeatWriter newer = heartbeats.writer(place, Beats.SECOND);
        for (long sequence = 1; sequence <= 500; sequence++) {
            newer.write(Beats.payload(Beats.SECOND, sequence));

            assertThat(reader.read()).isEqualTo(Beats.of(Beats.SECOND, sequence));
        }
        assertThat(patience.await(replaced).category()).isEqualTo(Category.FENCED);
    }

    @Test
    void aDirectoryInPlaceOfTheFileFailsTheBeatUntilItIsRemoved() throws IOException {
        Damage.to(place, Reason.UNREADABLE);

        assertUnavailable(() -> write(3));
        assertUnavailable(() -> heartbeats.writer(place, Beats.SECOND).write(Beats.payload(Beats.SECOND, 1)));
        assertThat(namesInFolder()).containsExactly("heartbeat");

        heartbeats.remove(place);
        write(3);
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 3));
    }

    @Test
    void aDirectoryWithSomethingInItIsNotOursToRemove() throws IOException {
        Damage.to(place, Reason.UNREADABLE);
        Files.writeString(place.resolve("precious"), "kept");

        assertUnavailable(() -> heartbeats.remove(place));
        assertThat(place.resolve("precious")).exists();
    }

    @Test
    void aStrangersFileIsLeftAloneAndFailsTheBeat() throws IOException {
        Files.delete(place);
        Files.writeString(place, "not a heartbeat");

        assertUnavailable(() -> write(3));
        assertThat(place).hasContent("not a heartbeat");
    }

    @Test
    void aNewWriterReplacesAStrangersFileAndALink() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "kept");
        Files.delete(place);
        Files.createSymbolicLink(place, target);
        assertThat(reasonOf(reader.read())).isEqualTo(Reason.UNREADABLE);

        HeartbeatWriter newer = heartbeats.writer(place, Beats.SECOND);
        newer.write(Beats.payload(Beats.SECOND, 1));

        assertThat(reader.read()).isEqualTo(Beats.of(Beats.SECOND, 1));
        assertThat(target).hasContent("kept");
    }

    @Test
    void aPipeInPlaceOfTheFileMakesNobodyWait() throws Exception {
        Files.delete(place);
        Process mkfifo = new ProcessBuilder("mkfifo", place.toString()).start();
        assumeThat(mkfifo.waitFor()).isZero();

        assertThat(reasonOf(reader.read())).isEqualTo(Reason.UNREADABLE);
        assertUnavailable(() -> write(3));
    }

    @Test
    void aFileThatWasCopiedAndPutBackIsWrittenOn() throws IOException {
        Path copy = Files.copy(place, folder.resolve("copy"));
        Files.move(copy, place, StandardCopyOption.REPLACE_EXISTING);

        write(3);

        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 3));
    }

    @Test
    void aDirectoryThatIsGoneFailsTheBeatAndReadsAsAbsent() throws IOException {
        Path worker = Files.createDirectory(folder.resolve("worker"));
        HeartbeatWriter lost = heartbeats.writer(worker.resolve("heartbeat"), Beats.FIRST);
        HeartbeatReader losing = heartbeats.reader(worker.resolve("heartbeat"));
        lost.write(Beats.payload(Beats.FIRST, 1));
        Files.delete(worker.resolve("heartbeat"));
        Files.delete(worker);

        assertUnavailable(() -> lost.write(Beats.payload(Beats.FIRST, 2)));
        assertThat(reasonOf(losing.read())).isEqualTo(Reason.ABSENT);
        heartbeats.remove(worker.resolve("heartbeat"));

        Files.createDirectory(worker);
        assertThat(lost.write(Beats.payload(Beats.FIRST, 2))).isEqualTo(2);
        assertThat(losing.read()).isEqualTo(Beats.of(Beats.FIRST, 2));
    }

    @Test
    void anInterruptFailsOneBeatAndNotTheNext() {
        Thread.currentThread().interrupt();
        assertUnavailable(() -> write(3));
        assertThat(reader.read()).as("a reader is not disturbed").isEqualTo(Beats.of(Beats.FIRST, 2));
        assertThat(Thread.interrupted()).isTrue();

        write(3);
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 3));
        write(4);
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.FIRST, 4));
    }

    @Test
    void aWriterThatLostItsFileByAnInterruptDoesNotWriteIntoANewersOne() {
        Thread.currentThread().interrupt();
        assertUnavailable(() -> write(3));
        assertThat(Thread.interrupted()).isTrue();
        heartbeats.writer(place, Beats.SECOND).write(Beats.payload(Beats.SECOND, 1));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> write(3))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.FENCED));
        assertThat(reader.read()).isEqualTo(Beats.of(Beats.SECOND, 1));
    }

    @Test
    void removingForgetsWhatAKilledWriterLeftBehind() throws IOException {
        Path leftover = Files.createFile(NewFile.besides(place, 42));
        Path others = Files.createFile(folder.resolve("heartbeats.new"));

        heartbeats.remove(place);

        assertThat(leftover).doesNotExist();
        assertThat(others).exists();
    }

    @Test
    void closingLeavesNoFileOpen() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeThat(descriptors).isDirectory();
        assertThat(openFiles(descriptors)).contains(place.toRealPath().toString());

        heartbeats.close();

        assertThat(openFiles(descriptors)).doesNotContain(place.toRealPath().toString());
    }

    private static Stream<String> openFiles(Path descriptors) throws IOException {
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.toList().stream().map(LocalFileHeartbeatsIT::target);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    private void write(long sequence) {
        assertThat(writer.write(Beats.payload(Beats.FIRST, sequence))).isEqualTo(sequence);
    }

    private Stream<String> namesInFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }

    private void assertUnavailable(ThrowingCallable call) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .withMessageContaining(folder.toString())
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
    }

    private static Reason reasonOf(Reading reading) {
        assertThat(reading).isInstanceOf(NoHeartbeat.class);
        return ((NoHeartbeat) reading).reason();
    }
}
