package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import dev.gale.testkit.Emitted;
import dev.gale.testkit.TopologyTestDriver;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SplitBoltTest {
    private final TopologyTestDriver driver = TopologyTestDriver.of(topology());

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void theWordsOfALineAreEmittedWithTheirPlaces() {
        feed(100, "The cat, the", Line.NOT_A_PIECE);

        assertThat(driver.emitted("split"))
                .extracting(Emitted::values)
                .containsExactly(List.of("the", 100L), List.of("cat", 104L), List.of("the", 109L));
        assertThat(driver.acked()).containsExactly(100L);
    }

    @Test
    void aLineWithoutWordsIsAcked() {
        feed(100, "42", Line.NOT_A_PIECE);

        assertThat(driver.emitted("split")).isEmpty();
        assertThat(driver.acked()).containsExactly(100L);
    }

    @Test
    void aPieceOfAWordGoesOnInLowerCase() {
        feed(132, "MiddleOfAWord", 100);

        Emitted piece = driver.emitted("split", SplitBolt.PIECES).get(0);
        assertThat(piece.values().subList(0, 2)).isEqualTo(List.of(100L, 132L));
        assertThat((byte[]) piece.values().get(2))
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo("middleofaword");
    }

    private void feed(long place, String text, long word) {
        driver.input("lines").pipe(new Values(place, text.getBytes(StandardCharsets.US_ASCII), word), place);
        driver.runUntilIdle();
    }

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(new TextInput(List.of(), 1)));
        builder.setBolt("split", new SplitBolt()).shuffleGrouping("lines");
        return builder.createTopology();
    }
}
