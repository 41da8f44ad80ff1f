package dev.gale.adapter.http;

import dev.gale.control.RebalanceRequest;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The body of a rebalance; see {@link RebalanceRequest}. */
record RebalanceBody(OptionalLong waitMillis, OptionalInt workers, Optional<Map<String, Integer>> executors) {
    static final RebalanceBody NOTHING = new RebalanceBody(OptionalLong.empty(), OptionalInt.empty(), Optional.empty());

    RebalanceRequest request() {
        return new RebalanceRequest(waitMillis, workers, executors.orElse(Map.of()));
    }
}
