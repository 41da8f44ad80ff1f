package com.example.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFilesTest {
    private static final Key KEY = Key.of("/a/b");

    @TempDir
    Path directory;

    private StateFiles files;

    @BeforeEach
    void makeFolders() {
        files = new StateFiles(directory);
        files.create();
    }

    @Test
    void whatWasPublishedIsTheNewest() throws IOException {
        State first = State.EMPTY.withSession("1", 5000);
        State written = after(first, "one");

        assertThat(files.newest(State.EMPTY)).isSameAs(State.EMPTY);
        assertThat(files.publish(State.EMPTY, first)).isTrue();
        assertThat(files.publish(first, written)).isTrue();
        assertThat(files.newest(State.EMPTY)).isEqualTo(written);
        assertThat(files.newest(written)).isSameAs(written);
    }

    @Test
    void ofTwoThatFollowOneStateTheSecondIsRefused() throws IOException {
        assertThat(files.publish(State.EMPTY, after(State.EMPTY, "one"))).isTrue();

        assertThat(files.publish(State.EMPTY, after(State.EMPTY, "two"))).isFalse();
        assertThat(files.newest(State.EMPTY).read(KEY).orElseThrow().value()).isEqualTo(Bytes.utf8("one"));
    }

    @Test
    void whoStoodStillWhileOldStatesWereDeletedIsNotTakenForTheFirst() throws IOException {
        files = new StateFiles(directory, Duration.ofSeconds(-1));
        State old = after(State.EMPTY, "old");
        files.publish(State.EMPTY, old);
        State newest = old;
        for (int i = 0; i < 40; i++) {
            State next = after(newest, "value " + i);
            files.publish(newest, next);
            newest = next;
        }
        State late = after(old, "late");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> files.publish(old, late))
                .withMessageContaining("stood still");
        assertThat(files.newest(State.EMPTY)).isEqualTo(newest);
        assertThat(files.newest(old)).isEqualTo(newest);
    }

    @Test
    void aDamagedStateIsAFailureAndNotAnotherState() throws IOException {
        files.publish(State.EMPTY, after(State.EMPTY, "one"));
        Path file = directory.resolve("states").resolve("1");
        byte[] content = Files.readAllBytes(file);
        content[content.length / 2] ^= 1;
        Files.write(file, content, StandardOpenOption.TRUNCATE_EXISTING);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> files.newest(State.EMPTY))
                .withMessage(file + " cannot be read: its checksum is wrong");
    }

    @Test
    void whatWasStoredDoesNotVanishUnnoticed() throws IOException {
        State written = after(State.EMPTY, "one");
        files.publish(State.EMPTY, written);
        Files.delete(directory.resolve("states").resolve("1"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> files.newest(written))
                .withMessageContaining("what was stored is gone");
    }

    @Test
    void aFileInThePlaceOfTheDirectoryIsRejected() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new StateFiles(file).create())
                .satisfies(e -> assertThat(e.category()).isEqualTo(EngineException.Category.REJECTED));
    }

    private static State after(State before, String text) {
        return before.after(
                Commit.builder("request-" + before.revision())
                        .put(KEY, Bytes.utf8(text))
                        .build(),
                State.PERSISTENT);
    }
}
