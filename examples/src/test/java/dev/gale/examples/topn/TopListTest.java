package dev.gale.examples.topn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopListTest {
    @Test
    void theMostFrequentComeFirstAndEqualCountsByKey() {
        assertThat(TopList.of(Map.of("c", 1L, "b", 5L, "a", 1L, "d", 9L), 3))
                .isEqualTo(list(entry("d", 9), entry("b", 5), entry("a", 1)));
    }

    @Test
    void theTopOfSeveralListsIsTheTopOfAll() {
        TopList merged = TopList.merge(List.of(list(entry("a", 9), entry("b", 2)), list(entry("c", 5))), 2);

        assertThat(merged).isEqualTo(list(entry("a", 9), entry("c", 5)));
    }

    @Test
    void noListsMakeAnEmptyOne() {
        assertThat(TopList.merge(List.of(), 5)).isEqualTo(list());
    }

    private static TopList list(TopList.Entry... entries) {
        return new TopList(List.of(entries));
    }

    private static TopList.Entry entry(String key, long count) {
        return new TopList.Entry(key, count);
    }
}
