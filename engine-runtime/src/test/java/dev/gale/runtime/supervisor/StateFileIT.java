package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class StateFileIT {
    private static final Host.Remembered FIRST = new Host.Remembered(1, Map.of());
    private static final Host.Remembered SECOND = new Host.Remembered(
            2,
            Map.of(
                    6700,
                    new SlotAssignment(
                            "words-1", 3, List.of(new ExecutorId("split", new TaskId(1), new TaskId(4))), "digest"),
                    6701,
                    new SlotAssignment("other-2", 9, List.of(), "d")));

    @TempDir
    Path directory;

    private Path file;
    private StateFile state;

    /** What happens to a file. */
    interface Damage {
        void to(Path file) throws IOException;
    }

    static Stream<Arguments> damages() {
        Stream<Arguments> cuts = Stream.of(0, 1, 10, 25, 60)
                .map(length -> Arguments.of("cut to " + length, (Damage)
                        file -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length))));
        Stream<Arguments> random = IntStream.range(0, 5)
                .mapToObj(seed -> Arguments.of("random bytes of seed " + seed, (Damage) file -> {
                    byte[] bytes = new byte[300];
                    new Random(seed).nextBytes(bytes);
                    Files.write(file, bytes);
                }));
        Stream<Arguments> others = Stream.of(
                Arguments.of("NUL-filled", (Damage) file -> Files.write(file, new byte[300])),
                Arguments.of("one that makes sense and was not written so", (Damage)
                        file -> Files.writeString(file, Files.readString(file).replace("6700", "6702"))),
                Arguments.of("twice as long", (Damage)
                        file -> Files.writeString(file, Files.readString(file) + Files.readString(file))),
                Arguments.of("a directory", (Damage) file -> {
                    Files.delete(file);
                    Files.createDirectories(file.resolve("with/something/in/it"));
                }),
                Arguments.of("a link to nowhere", (Damage) file -> {
                    Files.delete(file);
                    Files.createSymbolicLink(file, Path.of("nowhere"));
                }),
                Arguments.of("gone", (Damage) Files::delete));
        return Stream.of(cuts, random, others).flatMap(each -> each);
    }

    @BeforeEach
    void open() {
        file = directory.resolve("state.json");
        state = new StateFile(file);
    }

    @Test
    void nothingIsRememberedAtFirst() {
        assertThat(state.read()).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void readsWhatWasWrittenLast() throws Exception {
        state.write(FIRST);
        assertThat(state.read()).contains(FIRST);
        state.write(SECOND);
        state.write(SECOND);

        assertThat(new StateFile(file).read()).contains(SECOND);
        assertThat(Files.readString(file)).contains("\"topology\":\"words-1\"");
    }

    /** O-55 and O-56 */
    @ParameterizedTest(name = "{0}")
    @MethodSource("damages")
    void theOneBeforeTakesThePlaceOfADamagedOne(String name, Damage damage) throws Exception {
        state.write(FIRST);
        state.write(SECOND);

        damage.to(file);

        assertThat(new StateFile(file).read()).as(name).contains(FIRST);
        state.write(SECOND);
        assertThat(new StateFile(file).read()).as(name).contains(SECOND);
    }

    /** O-55 and O-56 */
    @ParameterizedTest(name = "{0}")
    @MethodSource("damages")
    void nothingIsRememberedWhenBothAreDamaged(String name, Damage damage) throws Exception {
        state.write(SECOND);
        state.write(SECOND);

        damage.to(file);
        damage.to(directory.resolve("state.json.previous"));

        assertThat(new StateFile(file).read()).as(name).isEmpty();
        assertThat(new StateFile(file).read()).as(name).isEmpty();
        state.write(FIRST);
        assertThat(new StateFile(file).read()).as(name).contains(FIRST);
    }

    /** A crash between any two steps of a write leaves the new state or the old one. */
    @Test
    void aWriteThatBrokeOffIsTheNewStateOrTheOld() throws Exception {
        state.write(FIRST);
        byte[] first = Files.readAllBytes(file);
        state.write(SECOND);
        byte[] second = Files.readAllBytes(file);
        Path next = directory.resolve("state.json.next");

        Files.write(file, first);
        Files.write(directory.resolve("state.json.next.new"), Arrays.copyOf(second, 20));
        assertThat(state.read()).contains(FIRST);

        Files.write(next, second);
        Files.delete(file);
        assertThat(state.read()).contains(SECOND);

        Files.write(next, Arrays.copyOf(second, 20));
        Files.write(directory.resolve("state.json.previous"), first);
        assertThat(state.read()).contains(FIRST);

        state.write(SECOND);
        assertThat(state.read()).contains(SECOND);
    }

    /** Nothing piles up, however often a file is damaged. */
    @Test
    void keepsAtMostOneDamagedFileOfEachKind() throws Exception {
        for (int i = 0; i < 5; i++) {
            state.write(FIRST);
            Files.write(file, new byte[i]);
            state.read();
        }

        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.count()).isLessThanOrEqualTo(4);
        }
    }
}
