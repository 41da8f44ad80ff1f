package dev.gale.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopologySubmitterTest {
    @Test
    void whereNobodyTakesTopologiesItSaysWhoDoes() {
        assertThatThrownBy(() -> TopologySubmitter.submit("words", Map.of(), new Topology(List.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("'words'", "gale jar", "gale local");
    }
}
