package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static final int MAX = LineReader.MAX_LENGTH;

    @Test
    void aLineEndsAtALineFeedAndTheLastOneNeedsNone() throws IOException {
        List<Line> lines = read("one\n\ntwo three\r\nlast");

        assertThat(lines).extracting(LineReaderTest::text).containsExactly("one", "", "two three\r", "last");
        assertThat(lines).extracting(Line::place).containsExactly(0L, 4L, 5L, 16L);
    }

    @Test
    void aLineFeedAtTheEndBeginsNoFurtherLine() throws IOException {
        assertThat(read("one\n")).hasSize(1);
        assertThat(read("")).isEmpty();
        assertThat(read("\n")).extracting(LineReaderTest::text).containsExactly("");
    }

    @Test
    void placesGoOnFromTheFirst() throws IOException {
        LineReader reader = new LineReader(stream("one\ntwo"), 1_000);
        reader.advance();
        reader.advance();

        assertThat(reader.line().place()).isEqualTo(1_004);
    }

    @Test
    void aLineOfTheGreatestLengthIsWhole() throws IOException {
        String line = "a ".repeat(MAX / 2);

        assertThat(read(line + "\n" + line)).extracting(LineReaderTest::text).containsExactly(line, line);
    }

    @Test
    void aLongerLineIsCutBetweenWords() throws IOException {
        String head = "a ".repeat(MAX / 2 - 1);
        List<Line> lines = read(head + "word word\n");

        assertThat(lines).extracting(LineReaderTest::text).containsExactly(head.strip(), "word word");
        assertThat(lines).extracting(Line::word).containsOnly(Line.NOT_A_PIECE);
    }

    @Test
    void aWordOfTheGreatestLengthIsWhole() throws IOException {
        String word = "w".repeat(MAX);

        assertThat(read(word + " " + word + "\n" + word))
                .extracting(LineReaderTest::text)
                .containsExactly(word, word, word);
    }

    @Test
    void aLongerWordComesInPiecesThatNameItsPlace() throws IOException {
        List<Line> lines = read("before " + "w".repeat(2 * MAX + 1) + " after");

        assertThat(lines).extracting(line -> line.text().length).containsExactly(6, MAX, MAX, 1, 6);
        assertThat(lines).extracting(Line::word).containsExactly(Line.NOT_A_PIECE, 7L, 7L, 7L, Line.NOT_A_PIECE);
    }

    @Test
    void everyWordOfAnyTextIsFoundAtItsPlaceOnce() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            RandomText texts = new RandomText(random);
            byte[] text = switch (seed % 3) {
                case 0 -> texts.noise(random.nextInt(5 * MAX));
                case 1 -> texts.prose(random.nextInt(20_000));
                default -> texts.longWords(random.nextInt(10));
            };

            List<Line> lines = read(new ByteArrayInputStream(text));

            assertThat(words(lines)).as("seed %d", seed).isEqualTo(ReferenceCount.places(text));
            assertThat(lines).as("seed %d", seed).allMatch(line -> line.text().length <= MAX);
        }
    }

    @Test
    void howTheStreamHandsOutItsBytesMakesNoDifference() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            byte[] text = new RandomText(new SplittableRandom(seed)).longWords(8);

            List<Line> lines = read(new DrippingStream(text, new SplittableRandom(seed)));

            assertThat(lines.stream().map(LineReaderTest::describe))
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(read(new ByteArrayInputStream(text)).stream()
                            .map(LineReaderTest::describe)
                            .toList());
        }
    }

    private static Map<Long, String> words(List<Line> lines) {
        Map<Long, String> words = new TreeMap<>();
        for (Line line : lines) {
            if (line.word() == Line.NOT_A_PIECE) {
                Words.forEach(line.text(), (offset, word) -> words.merge(line.place() + offset, word, String::concat));
            } else {
                words.merge(line.word(), text(line).toLowerCase(Locale.ROOT), String::concat);
            }
        }
        return words;
    }

    private static List<Line> read(String text) throws IOException {
        return read(stream(text));
    }

    private static List<Line> read(InputStream in) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(in, 0)) {
            while (reader.advance()) {
                lines.add(reader.line());
            }
        }
        return lines;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String text(Line line) {
        return new String(line.text(), StandardCharsets.ISO_8859_1);
    }

    private static String describe(Line line) {
        return line.place() + " " + line.word() + " " + Arrays.hashCode(line.text());
    }

    /** Gives a few bytes at a time. */
    private static final class DrippingStream extends ByteArrayInputStream {
        private final RandomGenerator random;

        DrippingStream(byte[] bytes, RandomGenerator random) {
            super(bytes);
            this.random = random;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, random.nextInt(1, 50)));
        }
    }
}
