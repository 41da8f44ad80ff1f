package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void aWordIsARunOfAsciiLettersInLowerCase() {
        assertThat(words("It's 4 o'clock -- UTF-8: f\u00fcr\0NUL"))
                .containsExactly(
                        Map.entry(0L, "it"),
                        Map.entry(3L, "s"),
                        Map.entry(7L, "o"),
                        Map.entry(9L, "clock"),
                        Map.entry(18L, "utf"),
                        Map.entry(25L, "f"),
                        Map.entry(27L, "r"),
                        Map.entry(29L, "nul"));
    }

    @Test
    void theBytesBesideTheLettersSeparate() {
        assertThat(words("a@b[c`d{e").values()).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void aTextWithoutLettersHasNoWords() {
        assertThat(words("")).isEmpty();
        assertThat(words(" \r\n42")).isEmpty();
    }

    @Test
    void anyBytesAreSplitAsTheReferenceSplitsThem() {
        RandomText texts = new RandomText(new SplittableRandom(1));
        for (int length = 0; length < 2_000; length++) {
            byte[] text = texts.noise(length);

            assertThat(words(text)).isEqualTo(ReferenceCount.places(text));
        }
    }

    @Test
    void theTextItselfStaysAsItIs() {
        byte[] text = "Upper Case".getBytes(StandardCharsets.US_ASCII);

        words(text);

        assertThat(text).asString(StandardCharsets.US_ASCII).isEqualTo("Upper Case");
    }

    private static Map<Long, String> words(String text) {
        return words(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Map<Long, String> words(byte[] text) {
        Map<Long, String> words = new TreeMap<>();
        Words.forEach(text, (offset, word) -> words.put((long) offset, word));
        return words;
    }
}
