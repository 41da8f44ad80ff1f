package dev.gale.spi.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTest {
    @Test
    void goesDownAndUp() {
        Key storm = Key.ROOT.child("storms").child("orders-1");

        assertThat(storm).isEqualTo(Key.of("/storms/orders-1")).hasToString("/storms/orders-1");
        assertThat(storm.name()).isEqualTo("orders-1");
        assertThat(storm.parent()).contains(Key.of("/storms"));
        assertThat(Key.of("/storms").parent()).contains(Key.ROOT);
        assertThat(Key.ROOT.parent()).isEmpty();
        assertThat(Key.ROOT.name()).isEmpty();
    }

    @Test
    void coversItselfAndWhatIsBelowButNoNeighbours() {
        Key storms = Key.of("/storms");

        assertThat(storms.covers(storms)).isTrue();
        assertThat(storms.covers(Key.of("/storms/a/b"))).isTrue();
        assertThat(storms.covers(Key.of("/storms2"))).isFalse();
        assertThat(storms.covers(Key.ROOT)).isFalse();
        assertThat(Key.ROOT.covers(storms)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "//", "/a/", "/a//b", "/.", "/a/..", "/a b", "/\u00e4", "/a\u0000"})
    void refusesWhatSomeStoreCouldNotKeep(String path) {
        assertThatIllegalArgumentException().isThrownBy(() -> Key.of(path));
    }

    @Test
    void refusesAPathThatIsTooLongAndANameThatIsAPath() {
        assertThat(Key.of("/" + "a".repeat(Key.MAX_LENGTH - 1)).path()).hasSize(Key.MAX_LENGTH);
        assertThatIllegalArgumentException().isThrownBy(() -> Key.of("/" + "a".repeat(Key.MAX_LENGTH)));
        assertThatIllegalArgumentException().isThrownBy(() -> Key.ROOT.child("a/b"));
    }
}
