package dev.gale.testkit.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Values;
import dev.gale.testkit.Emitted;
import dev.gale.testkit.TopologyTestDriver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordCountDriverTest {
    private final TopologyTestDriver driver = TopologyTestDriver.of(WordCount.of("the cow", "the moon"));

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void sentencesAreSplitIntoWords() {
        driver.input("sentences").pipe(new Values("the cow"), "id-1");
        driver.runUntilIdle();

        assertThat(driver.emitted("split")).extracting(Emitted::values).containsExactly(List.of("the"), List.of("cow"));
        assertThat(driver.acked()).containsExactly("id-1");
    }

    @Test
    void countsAreEmittedOnceAMinute() {
        driver.input("split").pipe(new Values("cow"));
        driver.input("split").pipe(new Values("cow"));
        driver.advanceTime(Duration.ofSeconds(59));
        assertThat(driver.emitted("count")).isEmpty();

        driver.advanceTime(Duration.ofSeconds(1));
        assertThat(driver.emitted("count")).extracting(Emitted::values).containsExactly(List.of("cow", 2L));
    }

    @Test
    void aWordIsCountedByTheTaskThatItsGroupingChooses() {
        int task = driver.input("split").pipe(new Values("cow")).get(0);
        driver.runUntilIdle();

        CountBolt bolt =
                driver.bolt("count", CountBolt.class, driver.tasks("count").indexOf(task));
        assertThat(bolt.counts()).containsExactly(Map.entry("cow", 1L));
    }

    @Test
    void aBlankSentenceFails() {
        driver.input("sentences").pipe(new Values(" "), "id-1");
        driver.runUntilIdle();

        assertThat(driver.failed()).containsExactly("id-1");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everySentenceOfTheSpoutIsCountedInAnyOrder(long seed) {
        try (TopologyTestDriver own = TopologyTestDriver.builder(WordCount.of("the cow", "the moon"))
                .seed(seed)
                .start()) {
            own.activateSpouts();
            own.runUntilIdle();
            own.advanceTime(Duration.ofMinutes(1));

            assertThat(own.isFinished()).isTrue();
            assertThat(own.emitted("count"))
                    .extracting(Emitted::values)
                    .containsExactlyInAnyOrder(List.of("the", 2L), List.of("cow", 1L), List.of("moon", 1L));
        }
    }
}
