package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NotesTest {
    @Test
    void workersThatAreNotPreparedAreStarting() {
        assertThat(Notes.of(unprepared(TopologyState.ACTIVE))).isEqualTo("workers are starting");
        assertThat(Notes.of(unprepared(TopologyState.INACTIVE))).isEqualTo("workers are starting");
    }

    @Test
    void aTopologyThatHasFinishedHasNoWorkersThatCouldStart() {
        assertThat(Notes.of(unprepared(TopologyState.FINISHED))).isEmpty();
    }

    private static TopologySummary unprepared(TopologyState status) {
        return new TopologySummary(
                "words",
                "words-1-1",
                status,
                OptionalLong.empty(),
                2,
                0,
                4,
                5,
                false,
                Instant.EPOCH,
                1_000,
                Optional.empty(),
                0);
    }
}
