package dev.gale.examples.wordcount;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WordTableIT {
    @TempDir
    Path folder;

    private Path results;
    private Path table;

    @BeforeEach
    void createFolders() throws IOException {
        results = Files.createDirectory(folder.resolve("results"));
        table = folder.resolve("counts.tsv");
    }

    @Test
    void noResultsMakeAnEmptyTable() throws IOException {
        WordTable.Summary summary = new WordTable(results).write(table, 10);

        assertThat(table).isEmptyFile();
        assertThat(summary).isEqualTo(new WordTable.Summary(0, 0, List.of()));
    }

    @Test
    void theTableIsSortedByCountThenWord() throws IOException {
        try (ResultWriter writer = new ResultWriter(new ResultFiles(results), 1)) {
            writeAll(writer, "b a c c b c");
        }

        WordTable.Summary summary = new WordTable(results).write(table, 2);

        assertThat(table).hasContent("c\t3\nb\t2\na\t1\n");
        assertThat(summary)
                .isEqualTo(new WordTable.Summary(3, 6, List.of(new WordCount("c", 3), new WordCount("b", 2))));
    }

    @Test
    void theFoldIsExactHoweverOftenAndPartlyLinesWereReplayed() throws IOException {
        for (int seed = 0; seed < 10; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            RandomText texts = new RandomText(random);
            List<byte[]> files = List.of(texts.prose(3_000), texts.noise(50_000), texts.longWords(6));
            Path seedResults = Files.createDirectory(results.resolve("seed-" + seed));

            writeWithReplays(files, new ResultFiles(seedResults), random);
            new WordTable(seedResults).write(table, 10);

            assertThat(Files.readString(table, US_ASCII)).as("seed %d", seed).isEqualTo(ReferenceCount.table(files));
        }
    }

    @Test
    void aRecordThatItsWriterDidNotFinishIsLeftOut() throws IOException {
        try (ResultWriter writer = new ResultWriter(new ResultFiles(results), 1)) {
            writeAll(writer, "complete complete");
        }
        Path file = new ResultFiles(results)
                .words(ResultFiles.partition("complete"))
                .get(0);
        Files.write(file, new byte[] {0, 0, 0, 0, 0, 0, 0, 99, 0, 8, 'c', 'o'}, StandardOpenOption.APPEND);

        new WordTable(results).write(table, 10);

        assertThat(table).hasContent("complete\t2\n");
    }

    @Test
    void anInstanceNeverAppendsToTheFilesOfAnother() throws IOException {
        for (int life = 0; life < 3; life++) {
            try (ResultWriter writer = new ResultWriter(new ResultFiles(results), 7)) {
                writer.word(life * 10L, "again");
            }
        }

        assertThat(new ResultFiles(results).words(ResultFiles.partition("again")))
                .hasSize(3);
        assertThat(new WordTable(results).write(table, 10).words()).isEqualTo(3);
    }

    /** As three tasks would: some lines twice, some words of failed lines missing the first time, everything there in the end. */
    private static void writeWithReplays(List<byte[]> files, ResultFiles results, RandomGenerator random)
            throws IOException {
        List<ResultWriter> tasks = new ArrayList<>();
        for (int task = 0; task < 3; task++) {
            tasks.add(new ResultWriter(results, task));
        }
        for (int i = 0; i < files.size(); i++) {
            LineReader reader = new LineReader(new ByteArrayInputStream(files.get(i)), TextInput.firstPlace(i));
            while (reader.advance()) {
                while (random.nextInt(4) == 0) {
                    write(reader.line(), tasks, random, 0.7);
                }
                write(reader.line(), tasks, random, 1);
            }
        }
        for (ResultWriter task : tasks) {
            task.close();
        }
    }

    private static void writeAll(ResultWriter writer, String text) throws IOException {
        write(new Line(0, text.getBytes(US_ASCII), Line.NOT_A_PIECE), List.of(writer), new SplittableRandom(1), 1);
    }

    private static void write(Line line, List<ResultWriter> tasks, RandomGenerator random, double share)
            throws IOException {
        if (line.word() != Line.NOT_A_PIECE) {
            tasks.get(random.nextInt(tasks.size())).piece(line.word(), line.place(), Words.toLowerCase(line.text()));
            return;
        }
        List<WordCount> wordsByPlace = new ArrayList<>();
        Words.forEach(line.text(), (offset, word) -> wordsByPlace.add(new WordCount(word, line.place() + offset)));
        for (WordCount word : wordsByPlace) {
            if (random.nextDouble() < share) {
                tasks.get(random.nextInt(tasks.size())).word(word.count(), word.word());
            }
        }
    }
}
