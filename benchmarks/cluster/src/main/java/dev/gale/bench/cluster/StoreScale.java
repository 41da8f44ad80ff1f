package dev.gale.bench.cluster;

import java.time.Duration;

/**
 * How much of it is measured. The cluster is the same in all.
 *
 * @param rounds in which the stores take turns
 * @param submits of each size
 * @param beating for how long workers beat at their usual rate
 * @param flooding for how long beats are put as fast as the store takes them
 * @param rebalances one after the other
 * @param budget the whole ends within it
 */
record StoreScale(int rounds, int submits, Duration beating, Duration flooding, int rebalances, Duration budget) {
    static final StoreScale FULL =
            new StoreScale(3, 10, Duration.ofSeconds(20), Duration.ofSeconds(5), 5, Duration.ofSeconds(1_180));
    static final StoreScale QUICK =
            new StoreScale(3, 3, Duration.ofSeconds(5), Duration.ofSeconds(2), 3, Duration.ofSeconds(285));
}
