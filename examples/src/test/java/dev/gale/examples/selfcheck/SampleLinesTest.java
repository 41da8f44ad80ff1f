package dev.gale.examples.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SampleLinesTest {
    @Test
    void aLineIsTheSameEveryTimeAndAnotherForAnotherSeed() {
        SampleLines lines = new SampleLines(1, 100);

        assertThat(lines.text(42)).isEqualTo(new SampleLines(1, 1_000).text(42));
        assertThat(texts(lines)).isNotEqualTo(texts(new SampleLines(2, 100)));
    }

    @Test
    void linesDiffer() {
        assertThat(texts(new SampleLines(1, 100)).stream().distinct().count()).isGreaterThan(85);
    }

    @Test
    void wordsAreCountedInTheirOrder() {
        assertThat(SampleLines.countWords(List.of("b", "a", "b"))).isEqualTo("a=1 b=2");
        assertThat(SampleLines.countWords(List.of())).isEmpty();
    }

    private static List<String> texts(SampleLines lines) {
        return LongStream.range(0, lines.count()).mapToObj(lines::text).toList();
    }
}
