package dev.gale.adapter.memory.flaws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreFlawsTest {
    private static final int RULES = 13;

    @ParameterizedTest
    @EnumSource
    void theTestsOfTheRuleFindIt(StoreFlaw flaw) {
        Findings.ofRule(flaw.rule, FlawedStoreSuite.class, flaw).tell(flaw.rule);
    }

    @Test
    void everyRuleIsBroken() {
        assertThat(Arrays.stream(StoreFlaw.values()).map(flaw -> flaw.rule))
                .containsAll(IntStream.rangeClosed(1, RULES).boxed().toList());
    }
}
