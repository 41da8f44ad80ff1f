package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LineSourceIT {
    @TempDir
    Path folder;

    private List<Path> files;

    @BeforeEach
    void writeFiles() throws IOException {
        files = List.of(write("a", "1\n2\n3"), write("b", ""), write("c", "4\n"), write("d", "5\n6\n"));
    }

    @Test
    void oneTaskReadsEverythingInOrder() throws IOException {
        assertThat(texts(read(1, 0, 1))).containsExactly("1", "2", "3", "4", "5", "6");
    }

    @Test
    void severalTasksTakeTurnsAlsoAcrossFiles() throws IOException {
        assertThat(texts(read(1, 0, 4))).containsExactly("1", "5");
        assertThat(texts(read(1, 1, 4))).containsExactly("2", "6");
        assertThat(texts(read(1, 2, 4))).containsExactly("3");
        assertThat(texts(read(1, 3, 4))).containsExactly("4");
    }

    @Test
    void everyRepetitionHasPlacesOfItsOwn() throws IOException {
        List<Line> lines = read(3, 0, 1);
        Set<Long> places = new HashSet<>();

        assertThat(lines).hasSize(18).allMatch(line -> places.add(line.place()));
    }

    private List<Line> read(int repeat, int share, int shares) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (LineSource source = new LineSource(TextInput.of(files, repeat), share, shares)) {
            for (Line line = source.next(); line != null; line = source.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> texts(List<Line> lines) {
        return lines.stream()
                .map(line -> new String(line.text(), StandardCharsets.ISO_8859_1))
                .toList();
    }
}
