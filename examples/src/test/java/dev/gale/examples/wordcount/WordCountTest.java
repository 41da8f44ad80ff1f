package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordCountTest {
    @Test
    void theMostFrequentComesFirstAndEqualCountsAreInTheOrderOfTheirWords() {
        List<WordCount> rows =
                List.of(new WordCount("b", 2), new WordCount("abc", 2), new WordCount("ab", 2), new WordCount("z", 30));

        assertThat(rows.stream().sorted()).extracting(WordCount::word).containsExactly("z", "ab", "abc", "b");
    }
}
