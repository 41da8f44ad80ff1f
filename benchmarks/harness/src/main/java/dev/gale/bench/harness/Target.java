package dev.gale.bench.harness;

import java.util.List;
import java.util.Locale;

/**
 * What Gale's defaults are to reach beside Storm tuned, as a ratio of medians in one run. Peers other than Storm have
 * none: the report shows those ratios without a verdict.
 */
record Target(Scenario scenario, Figure figure, Bound bound, double ratio) {
    enum Bound {
        AT_LEAST,
        AT_MOST
    }

    /** The bytes a tuple that Gale itself may allocate in W1 and W2, beyond what the user's code does. */
    static final double MOST_BYTES_PER_TUPLE = 64;

    static final List<Target> ALL = List.of(
            atLeast(Scenario.W1, 3.5),
            atLeast(Scenario.W2, 8),
            atLeast(Scenario.W2_DEDICATED, 4),
            atLeast(Scenario.W3, 3),
            atLeast(Scenario.W3_ACKED, 7),
            atLeast(Scenario.W4, 2.5),
            atLeast(Scenario.W4_ACKED, 4.5),
            atLeast(Scenario.W4_ACKED_P2, 4.5),
            atLeast(Scenario.W6_NETTY, 1.5),
            atLeast(Scenario.W6_AERON_IPC, 2),
            atLeast(Scenario.W6_ACKED_NETTY, 4),
            atLeast(Scenario.W6_ACKED_AERON_IPC, 6),
            atMost(Figure.P50, 0.5),
            atMost(Figure.P99, 0.5),
            atMost(Figure.P999, 1),
            atMost(Figure.CPU, 0.6));

    private static Target atLeast(Scenario scenario, double ratio) {
        return new Target(scenario, Figure.THROUGHPUT, Bound.AT_LEAST, ratio);
    }

    private static Target atMost(Figure figure, double ratio) {
        return new Target(Scenario.W5, figure, Bound.AT_MOST, ratio);
    }

    boolean metBy(double measured) {
        return bound == Bound.AT_LEAST ? measured >= ratio : measured <= ratio;
    }

    String words() {
        return String.format(Locale.ROOT, "%s %s", bound == Bound.AT_LEAST ? ">=" : "<=", ratio);
    }
}
