package dev.gale.distribution.cli;

import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import java.util.ArrayList;
import java.util.List;

/** What is not as it should be, or will not stay so. */
final class Notes {
    private Notes() {}

    static String of(TopologySummary topology) {
        List<String> notes = new ArrayList<>();
        if (topology.stuckTasks() > 0) {
            notes.add(topology.stuckTasks() == 1 ? "1 task is stuck" : topology.stuckTasks() + " tasks are stuck");
        }
        topology.shortage().ifPresent(notes::add);
        topology.waitLeftMillis().ifPresent(left -> notes.add("at most " + Durations.text(left) + " to go"));
        boolean runs = topology.status() != TopologyState.FINISHED && !ChangeWait.isUnderWay(topology);
        if (notes.isEmpty() && runs && !topology.prepared()) {
            notes.add("workers are starting");
        }
        return String.join("; ", notes);
    }
}
