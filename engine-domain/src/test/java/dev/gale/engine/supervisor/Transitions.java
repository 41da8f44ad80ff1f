package dev.gale.engine.supervisor;

import static dev.gale.engine.supervisor.SlotState.AWAITING_CODE;
import static dev.gale.engine.supervisor.SlotState.BACKING_OFF;
import static dev.gale.engine.supervisor.SlotState.EMPTY;
import static dev.gale.engine.supervisor.SlotState.KILLING;
import static dev.gale.engine.supervisor.SlotState.RUNNING;
import static dev.gale.engine.supervisor.SlotState.STARTING;
import static dev.gale.engine.supervisor.SlotState.STOPPING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The legal changes, as {@link SlotState} tells them, written down a second time. */
final class Transitions {
    private static final Map<SlotState, Set<SlotState>> LEGAL = new EnumMap<>(Map.of(
            EMPTY, EnumSet.of(AWAITING_CODE),
            AWAITING_CODE, EnumSet.of(STARTING, EMPTY),
            STARTING, EnumSet.of(RUNNING, STOPPING, KILLING, BACKING_OFF),
            RUNNING, EnumSet.of(STOPPING, KILLING, BACKING_OFF),
            STOPPING, EnumSet.of(KILLING, EMPTY, AWAITING_CODE),
            KILLING, EnumSet.of(EMPTY, AWAITING_CODE, BACKING_OFF),
            BACKING_OFF, EnumSet.of(AWAITING_CODE, EMPTY)));

    private Transitions() {}

    /** One call may go through AWAITING_CODE when the code is here, and on from there. */
    static void check(SlotState from, SlotState to, String after) {
        boolean legal = from == to
                || LEGAL.get(from).contains(to)
                || LEGAL.get(from).contains(AWAITING_CODE)
                        && LEGAL.get(AWAITING_CODE).contains(to);
        assertThat(legal).as("%s to %s after %s", from, to, after).isTrue();
    }
}
