package dev.gale.bench.harness;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How an engine is configured for a run. */
public enum Variant {
    /** As it comes out of the box, but for what the scenario itself asks for. */
    DEFAULT,
    /** With the settings that were found fastest for it. */
    TUNED;

    /** The name on the command line and in the results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Variant> labelled(String label) {
        return Arrays.stream(values())
                .filter(variant -> variant.label().equals(label))
                .findFirst();
    }
}
