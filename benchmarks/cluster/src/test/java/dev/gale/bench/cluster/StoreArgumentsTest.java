package dev.gale.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreArgumentsTest {
    @Test
    void takesAllThatIsInstalledUnlessTold() {
        StoreArguments arguments = StoreArguments.parse(List.of());

        assertThat(arguments.stores()).isEmpty();
        assertThat(arguments.quick()).isFalse();
    }

    @Test
    void readsStoresInTheirOrderAndOnce() {
        StoreArguments arguments = StoreArguments.parse(List.of("--quick", "--stores", "etcd,zookeeper,etcd"));

        assertThat(arguments.stores()).containsExactly("etcd", "zookeeper");
        assertThat(arguments.quick()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "--stores, --stores needs a value",
        "'--stores etcd,,zookeeper', has an empty name",
        "--fast, unknown option '--fast'",
        "zookeeper, unknown option 'zookeeper'"
    })
    void refusesInOneLine(String line, String reason) {
        assertThatThrownBy(() -> StoreArguments.parse(List.of(line.split(" "))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("usage:")
                .hasMessageNotContaining("\n");
    }
}
