package dev.gale.examples.topn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SlidingCountsTest {
    private final SlidingCounts counts = new SlidingCounts(3);

    @Test
    void theWindowIsTheSumOfItsSlots() {
        counts.add("a");
        counts.add("a");
        counts.endSlot();
        counts.add("a");
        counts.add("b");

        assertThat(counts.totals()).isEqualTo(Map.of("a", 3L, "b", 1L));
    }

    @Test
    void aSlotLeavesTheWindowWhenItIsTooOld() {
        counts.add("a");
        counts.endSlot();
        counts.add("a");
        counts.endSlot();
        counts.endSlot();

        assertThat(counts.totals()).isEqualTo(Map.of("a", 1L));
    }

    @Test
    void aKeyThatLeftTheWindowIsForgotten() {
        counts.add("a");
        counts.endSlot();
        counts.endSlot();
        counts.endSlot();

        assertThat(counts.totals()).isEmpty();
    }

    @Test
    void aWindowNeedsASlot() {
        assertThatThrownBy(() -> new SlidingCounts(0)).hasMessageContaining("at least one slot, not 0");
    }
}
