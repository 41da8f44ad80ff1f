package dev.gale.engine.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.nimbus.Outcome.Granted;
import dev.gale.engine.nimbus.Outcome.Refusal;
import dev.gale.engine.nimbus.Outcome.Refused;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.Nearest;
import java.util.List;
import java.util.Map;

/**
 * What requests make of a topology. ACTIVE and INACTIVE change into each other and to REBALANCING, which goes back to what is wanted by
 * then; ACTIVE goes to FINISHED; all go to KILLED, from where nothing leads back. Asking for what is so already is granted.
 */
public final class TopologyLifecycle {
    private TopologyLifecycle() {}

    public static Outcome activate(TopologyRecord topology) {
        return resume(topology, TopologyStatus.ACTIVE, "activated");
    }

    public static Outcome deactivate(TopologyRecord topology) {
        return resume(topology, TopologyStatus.INACTIVE, "deactivated");
    }

    /** A second kill may shorten the wait of the first, not lengthen it. */
    public static Outcome kill(TopologyRecord topology, long waitMillis) {
        if (waitMillis < 0) {
            return negativeWait(waitMillis);
        }
        long left = topology.status() == TopologyStatus.KILLED
                ? Math.min(waitMillis, topology.pending().orElseThrow().leftMillis())
                : topology.status() == TopologyStatus.FINISHED ? 0 : waitMillis;
        return new Granted(topology.waiting(
                TopologyStatus.KILLED,
                new PendingChange(left, TopologyStatus.INACTIVE, topology.workers(), topology.layout())));
    }

    /** A second rebalance goes on from what the first asked for. */
    public static Outcome rebalance(TopologyRecord topology, RebalanceRequest request) {
        if (topology.status() == TopologyStatus.KILLED || topology.status() == TopologyStatus.FINISHED) {
            return ended(topology, "rebalanced");
        }
        if (request.waitMillis() < 0) {
            return negativeWait(request.waitMillis());
        }
        int workers = request.workers()
                .orElse(topology.pending().map(PendingChange::workers).orElse(topology.workers()));
        if (workers < 1) {
            return new Refused(
                    Refusal.INVALID,
                    "Topology '" + topology.name() + "' cannot have " + workers + " workers; give 1 or more");
        }
        TaskLayout layout = topology.pending().map(PendingChange::layout).orElse(topology.layout());
        List<String> components = layout.components().stream()
                .map(ComponentTasks::component)
                .distinct()
                .toList();
        for (Map.Entry<String, Integer> wanted : request.executors().entrySet()) {
            if (!components.contains(wanted.getKey())) {
                return new Refused(
                        Refusal.NOT_FOUND,
                        "Topology '" + topology.name() + "' has no component '" + wanted.getKey() + "'; "
                                + Nearest.remedy(wanted.getKey(), components));
            }
            if (wanted.getValue() < 1) {
                return new Refused(
                        Refusal.INVALID,
                        "Component '" + wanted.getKey() + "' cannot have " + wanted.getValue()
                                + " executors; give 1 or more");
            }
        }
        TopologyStatus resume = topology.pending().map(PendingChange::resume).orElse(topology.status());
        return new Granted(topology.waiting(
                TopologyStatus.REBALANCING,
                new PendingChange(request.waitMillis(), resume, workers, layout.rescaled(request.executors()))));
    }

    private static Outcome resume(TopologyRecord topology, TopologyStatus wanted, String verb) {
        return switch (topology.status()) {
            case ACTIVE, INACTIVE -> new Granted(topology.withStatus(wanted));
            case REBALANCING ->
                new Granted(topology.waiting(
                        TopologyStatus.REBALANCING,
                        topology.pending().orElseThrow().withResume(wanted)));
            case STARTING, FINISHED, KILLED -> ended(topology, verb);
        };
    }

    private static Outcome ended(TopologyRecord topology, String verb) {
        return new Refused(
                Refusal.CONFLICT,
                "Topology '" + topology.name() + "' is " + topology.status() + " and cannot be " + verb + " any more");
    }

    private static Outcome negativeWait(long waitMillis) {
        return new Refused(Refusal.INVALID, "Nobody can wait " + waitMillis + " ms; give 0 or more");
    }
}
