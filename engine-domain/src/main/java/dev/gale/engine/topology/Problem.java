package dev.gale.engine.topology;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One reason why a topology is refused. The parts read as one sentence.
 *
 * @param where the component or the config that is meant
 * @param what what is wrong with it, with the offending value
 * @param remedy what the author can do
 */
public record Problem(String where, String what, String remedy) {
    /** All problems in one text, a line each; empty if there are none. */
    public static String describe(List<Problem> problems) {
        return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        return where + ": " + what + "; " + remedy;
    }
}
