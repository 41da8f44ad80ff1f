package dev.gale.runtime.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used, with every problem that was found in it. */
public final class ConfigException extends RuntimeException {
    private final transient List<ConfigProblem> problems;

    public ConfigException(List<ConfigProblem> problems) {
        super(text(problems));
        this.problems = List.copyOf(problems);
    }

    public List<ConfigProblem> problems() {
        return problems;
    }

    private static String text(List<ConfigProblem> problems) {
        String count = problems.size() == 1 ? "a problem" : problems.size() + " problems";
        return problems.stream()
                .map(ConfigProblem::toString)
                .collect(Collectors.joining("\n  ", "the configuration has " + count + ":\n  ", ""));
    }
}
