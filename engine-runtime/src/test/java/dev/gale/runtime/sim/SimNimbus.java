package dev.gale.runtime.sim;

import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.NimbusTimings;
import dev.gale.engine.schedule.Scheduler;
import dev.gale.runtime.nimbus.NimbusDriver;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.plugin.Bytes;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One nimbus process. */
final class SimNimbus {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    final SimNode node;
    final SimStore store;
    final NimbusDriver driver;

    SimNimbus(
            Sim sim,
            SimStoreServer server,
            Keys keys,
            String name,
            Scheduler scheduler,
            NimbusTimings timings,
            Supplier<String> requestIds) {
        node = new SimNode(sim, name);
        store = new SimStore(sim, node, server);
        driver = new NimbusDriver(
                store,
                keys,
                new NimbusMachine(scheduler, timings),
                node,
                action -> node.after(TimeUnit.MILLISECONDS.toNanos(sim.between(50, 300)), action),
                node::nanoTime,
                () -> Instant.EPOCH.plusNanos(sim.nowNanos()),
                requestIds,
                Bytes.utf8(name));
        node.every(TICK_NANOS, driver::tick);
    }

    void crash() {
        node.crash();
        store.abandon();
    }
}
