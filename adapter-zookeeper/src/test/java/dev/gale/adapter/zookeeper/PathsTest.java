package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Key;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/a",
                "/a/zookeeper",
                "/zookeeper",
                "/_zookeeper",
                "/__zookeeper/quota",
                "/zookeeper/config",
                "/zookeeper2",
                "/gale-creations",
                "/gale-creations-61/3",
                "/_gale-creations",
                "/gale/gale-creations",
                "/_a"
            })
    void everyKeyHasAPathThatLeadsBackToIt(String key) {
        String path = Paths.path(Key.of(key));

        assertThat(Paths.key(path)).contains(Key.of(key));
        assertThat(path).doesNotStartWith("/zookeeper/").doesNotStartWith("/gale-creations");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/zookeeper", "/zookeeper/quota", "/gale-creations", "/gale-creations-61/31", "/a b", "/ä/b"})
    void whatIsNotOursIsNoKey(String path) {
        assertThat(Paths.key(path)).isEmpty();
    }

    @Test
    void onlyTheNamesOfOthersAreChanged() {
        assertThat(Paths.path(Key.of("/gale/storms/orders-1"))).isEqualTo("/gale/storms/orders-1");
        assertThat(Paths.path(Key.of("/zookeeper/x"))).isEqualTo("/_zookeeper/x");
        assertThat(Paths.path(Key.of("/_zookeeper"))).isEqualTo("/__zookeeper");
    }

    @Test
    void parentsComeFromTheTopWithoutTheRoot() {
        assertThat(Paths.above("/a/b/c")).isEqualTo(List.of("/a", "/a/b"));
        assertThat(Paths.above("/a")).isEmpty();
        assertThat(Paths.parent("/a/b")).contains("/a");
        assertThat(Paths.parent("/a")).isEmpty();
        assertThat(Paths.child("/", "a")).isEqualTo("/a");
        assertThat(Paths.child("/a", "b")).isEqualTo("/a/b");
    }
}
