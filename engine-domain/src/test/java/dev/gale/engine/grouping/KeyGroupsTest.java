package dev.gale.engine.grouping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.engine.topology.TopologySettings;
import org.junit.jupiter.api.Test;

class KeyGroupsTest {
    @Test
    void asManyAsTheSettingAllowsAreAllowed() {
        assertThat(KeyGroups.MAX_COUNT).isEqualTo(TopologySettings.MAX_KEY_GROUPS);
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyGroups(KeyGroups.MAX_COUNT + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyGroups(0));
    }

    @Test
    void theLastGroupOfTheMostTasksHasAnOwner() {
        assertThat(new KeyGroups(KeyGroups.MAX_COUNT).owner(KeyGroups.MAX_COUNT - 1, 32_000))
                .isEqualTo(31_999);
    }
}
