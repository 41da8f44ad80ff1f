package dev.gale.distribution.cli;

import dev.gale.control.TopologyState;

/** Colours, where they are wanted; never the only sign of anything. */
record Painter(boolean colored) {
    String state(TopologyState state) {
        String color = switch (state) {
            case ACTIVE -> "32";
            case INACTIVE, REBALANCING -> "33";
            case FINISHED -> "36";
            case KILLED -> "31";
        };
        return colored ? "\u001b[" + color + "m" + state + "\u001b[0m" : state.toString();
    }
}
