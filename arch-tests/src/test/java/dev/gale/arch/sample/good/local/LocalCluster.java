package dev.gale.arch.sample.good.local;

import dev.gale.arch.sample.good.api.Component;
import dev.gale.arch.sample.good.runtime.worker.Worker;

public final class LocalCluster {
    private final Worker[] workers = {};

    public int submit(Component[] components) {
        return workers.length + components.length;
    }
}
