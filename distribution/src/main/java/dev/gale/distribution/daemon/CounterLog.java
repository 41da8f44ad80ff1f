package dev.gale.distribution.daemon;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what an adapter has refused or lost whenever that has become more. To be run again and again. */
final class CounterLog implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CounterLog.class);

    private final String adapter;
    private final Supplier<Map<String, Long>> counters;
    private Map<String, Long> said = Map.of();

    CounterLog(String adapter, Supplier<Map<String, Long>> counters) {
        this.adapter = adapter;
        this.counters = counters;
    }

    @Override
    public void run() {
        Map<String, Long> troubles = new TreeMap<>(counters.get());
        troubles.keySet().removeIf(name -> name.indexOf('.') < 0);
        troubles.values().removeIf(count -> count == 0);
        if (!troubles.equals(said)) {
            said = troubles;
            LOG.info("adapter={} has counted so far: {}", adapter, troubles);
        }
    }
}
