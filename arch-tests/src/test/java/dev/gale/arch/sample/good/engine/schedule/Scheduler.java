package dev.gale.arch.sample.good.engine.schedule;

import dev.gale.arch.sample.good.engine.cluster.ClusterView;

public interface Scheduler {
    void plan(ClusterView view);
}
