package dev.gale.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.control.ControlException.Kind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControlValuesTest {
    @Test
    void anUploadNamesADigestAndAPossibleSize() {
        assertThat(new UploadRequest(0, "0".repeat(64)).bytes()).isZero();
        assertThatThrownBy(() -> new UploadRequest(-1, "0".repeat(64))).hasMessageContaining("-1");
        assertThatThrownBy(() -> new UploadRequest(1, "A".repeat(64))).hasMessageContaining("lower case");
    }

    @Test
    void aSubmitKeepsItsConfAsItWas() {
        Map<String, Object> conf = new LinkedHashMap<>(Map.of("topology.workers", 2));
        SubmitRequest request = new SubmitRequest("a", conf, "jar", "code", "", true);
        conf.clear();

        assertThat(request.conf()).containsEntry("topology.workers", 2);
    }

    @Test
    void whoDoesNotLeadSaysWhoDoes() {
        assertThat(ControlException.notLeading("n1:7070"))
                .hasMessageContaining("ask n1:7070")
                .returns(Kind.NOT_LEADING, ControlException::kind)
                .returns(Optional.of("n1:7070"), ControlException::leader);
        assertThat(ControlException.notLeading("").leader()).isEmpty();
    }

    @Test
    void slotsThatRunSomethingAreCounted() {
        SlotSummary used = new SlotSummary(6700, true, Optional.of("a"));
        SlotSummary free = new SlotSummary(6701, false, Optional.empty());
        SupervisorSummary supervisor =
                new SupervisorSummary("s1", "h", List.of(used, free), Instant.EPOCH, 1, Instant.EPOCH, false, "1");

        assertThat(supervisor.usedSlots()).isOne();
    }

    @Test
    void countsAreAddedUpOverStreams() {
        assertThat(StreamCounts.total(Map.of("a", 1L, "b", 2L))).isEqualTo(3);
    }
}
