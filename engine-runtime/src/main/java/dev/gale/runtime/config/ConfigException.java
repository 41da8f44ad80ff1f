package dev.gale.runtime.config;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used, with every problem that was found in it. */
public final class ConfigException extends RuntimeException {
    private final transient List<ConfigProblem> problems;

    /** Those of a file first, in the order of its lines. */
    public ConfigException(List<ConfigProblem> problems) {
        super(text(inOrder(problems)));
        this.problems = inOrder(problems);
    }

    public List<ConfigProblem> problems() {
        return problems;
    }

    private static List<ConfigProblem> inOrder(List<ConfigProblem> problems) {
        return problems.stream()
                .sorted(Comparator.comparingInt(
                        problem -> problem.origin() instanceof Origin.File file ? file.line() : Integer.MAX_VALUE))
                .toList();
    }

    private static String text(List<ConfigProblem> problems) {
        String count = problems.size() == 1 ? "a problem" : problems.size() + " problems";
        return problems.stream()
                .map(ConfigProblem::toString)
                .collect(Collectors.joining("\n  ", "the configuration has " + count + ":\n  ", ""));
    }
}
