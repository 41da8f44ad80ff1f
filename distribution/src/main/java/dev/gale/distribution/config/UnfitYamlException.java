package dev.gale.distribution.config;

import dev.gale.runtime.config.ConfigProblem;
import dev.gale.runtime.config.Origin;

/** Ends the reading of a file; never leaves this package. */
final class UnfitYamlException extends RuntimeException {
    private final transient ConfigProblem problem;

    UnfitYamlException(Origin origin, String what) {
        super(what, null, false, false);
        this.problem = new ConfigProblem(origin, "", what);
    }

    ConfigProblem problem() {
        return problem;
    }
}
