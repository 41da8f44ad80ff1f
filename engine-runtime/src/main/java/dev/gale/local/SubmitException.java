package dev.gale.local;

import dev.gale.engine.topology.Problem;
import java.util.List;

/** A topology was refused. Nothing was started or kept. */
public final class SubmitException extends IllegalArgumentException {
    private final transient List<Problem> problems;

    public SubmitException(String name, List<Problem> problems) {
        super("Topology '" + name + "' was refused:\n" + Problem.describe(problems));
        this.problems = List.copyOf(problems);
    }

    /** Every reason, each with what to do. */
    public List<Problem> problems() {
        return problems;
    }
}
