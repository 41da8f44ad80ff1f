package dev.gale.engine.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NimbusMachineTest {
    private static final long MONITOR = 10_000;

    private final AtomicInteger plans = new AtomicInteger();
    private final NimbusMachine machine = new NimbusMachine(
            (cluster, topologies, holders) -> {
                plans.incrementAndGet();
                return Map.of();
            },
            new NimbusTimings(1_000, 1_000, 1_000, MONITOR, 1_000));

    @Test
    void plansOnceAndThenAfterAChangeOrWhenItIsTimeToLookAtEverything() {
        machine.elected(0);
        machine.synced();

        machine.poll(1);
        machine.poll(2);
        machine.poll(MONITOR);
        assertThat(plans).hasValue(1);
        machine.poll(1 + MONITOR);
        assertThat(plans).as("nothing is known to have changed").hasValue(2);
        machine.poll(2 * MONITOR);
        assertThat(plans).hasValue(2);
    }
}
