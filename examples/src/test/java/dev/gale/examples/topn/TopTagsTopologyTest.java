package dev.gale.examples.topn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Values;
import dev.gale.testkit.Emitted;
import dev.gale.testkit.TopologyTestDriver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On the test driver's clock: seconds go by at once. */
class TopTagsTopologyTest {
    private static final Duration SLOT = Duration.ofSeconds(1);

    private final TopologyTestDriver driver =
            TopologyTestDriver.of(TopTagsTopology.topology(new TagSpout(1), SLOT.toSeconds()));

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void theTopOfAllTasksIsSentOnAfterATick() {
        feed("#a", 3);
        feed("#b", 5);
        feed("#c", 1);

        driver.advanceTime(SLOT.multipliedBy(2));

        assertThat(lastList()).isEqualTo(List.of(List.of("#b", "#a", "#c"), List.of(5L, 3L, 1L)));
    }

    @Test
    void theWindowMoves() {
        feed("#old", 3);
        driver.advanceTime(SLOT.multipliedBy(3));
        feed("#new", 1);

        driver.advanceTime(SLOT.multipliedBy(2));
        assertThat(lastList()).isEqualTo(List.of(List.of("#old", "#new"), List.of(3L, 1L)));

        driver.advanceTime(SLOT.multipliedBy(2));
        assertThat(lastList()).isEqualTo(List.of(List.of("#new"), List.of(1L)));
    }

    private void feed(String tag, int times) {
        for (int i = 0; i < times; i++) {
            driver.input("tags").pipe(new Values(tag));
        }
    }

    private List<Object> lastList() {
        List<Emitted> lists = driver.emitted("top");
        return lists.get(lists.size() - 1).values();
    }
}
