package dev.gale.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private final Budget budget = new Budget(Duration.ofNanos(100), Duration.ofNanos(40));

    @Test
    void countsWhatWasSpentBefore() {
        assertThat(budget.allows(60)).isTrue();
        assertThat(budget.allows(61)).isFalse();
    }

    @Test
    void keepsTimeForTheLongestRun() {
        budget.took(20);
        budget.took(10);

        assertThat(budget.allows(40)).isTrue();
        assertThat(budget.allows(41)).isFalse();
    }
}
