package dev.gale.engine.schedule;

import dev.gale.engine.cluster.ClusterView;
import dev.gale.engine.cluster.WorkerSlot;
import java.util.List;
import java.util.Map;

/** Decides where executors run: a function of its arguments alone. */
public interface Scheduler {
    /**
     * @param topologies those that are to run, in the order in which they are served
     * @param holders the topology that has a slot at this moment, by its id, whatever is planned for it: nobody else gets the slot before
     *     it has been left
     * @return a placement for each, by topology id
     */
    Map<String, Placement> plan(ClusterView cluster, List<TopologyView> topologies, Map<WorkerSlot, String> holders);
}
