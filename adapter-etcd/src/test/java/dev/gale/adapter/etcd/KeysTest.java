package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.gale.spi.metadata.Key;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
    @ParameterizedTest
    @ValueSource(strings = {"/a/b", "/a/b/c", "/a/!", "/a/~/~"})
    void whatIsBelowLiesBetweenBeginAndEnd(String path) {
        assertThat(isBelow(Key.of(path), Key.of("/a"))).isTrue();
        assertThat(isBelow(Key.of(path), Key.ROOT)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "/a-b/c", "/a0", "/ab", "/b/a", "/A/b"})
    void whatIsNotBelowDoesNot(String path) {
        assertThat(isBelow(Key.of(path), Key.of("/a"))).isFalse();
    }

    @Test
    void aKeyComesBackAndWhatIsNoneDoesNot() {
        assertThat(Keys.key(Keys.of(Key.of("/a/b")))).contains(Key.of("/a/b"));
        for (String other : List.of("a", "", "/a/", "//", "/a b", "/\u00e4", "/a/../b")) {
            assertThat(Keys.key(ByteString.copyFromUtf8(other))).as(other).isEmpty();
        }
    }

    @Test
    void theKeysAboveAreListedWithoutTheRoot() {
        assertThat(Keys.above(Key.of("/a/b/c"))).containsExactly(Key.of("/a"), Key.of("/a/b"));
        assertThat(Keys.above(Key.of("/a"))).isEmpty();
    }

    private static boolean isBelow(Key key, Key above) {
        ByteString bytes = Keys.of(key);
        return compare(bytes, Keys.belowBegin(above)) >= 0 && compare(bytes, Keys.belowEnd(above)) < 0;
    }

    private static int compare(ByteString left, ByteString right) {
        return ByteString.unsignedLexicographicalComparator().compare(left, right);
    }
}
