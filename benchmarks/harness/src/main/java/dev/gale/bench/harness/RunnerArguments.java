package dev.gale.bench.harness;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What one engine process is asked to do. */
record RunnerArguments(Scenario scenario, Variant variant, Duration warmup, int windows, Duration window) {
    RunnerArguments {
        if (windows < 1 || warmup.isNegative() || window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("at least one window of more than 0 seconds");
        }
    }

    static RunnerArguments parse(List<String> words) {
        if (words.size() % 2 != 0) {
            throw new IllegalArgumentException("every option has a value: " + words);
        }
        Optional<Scenario> scenario = Optional.empty();
        Variant variant = Variant.DEFAULT;
        Duration warmup = Duration.ofSeconds(6);
        int windows = 3;
        Duration window = Duration.ofSeconds(7);
        for (int i = 0; i < words.size(); i += 2) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case "--workload" ->
                    scenario = Optional.of(Scenario.labelled(value).orElseThrow(() -> unknown("workload", value)));
                case "--variant" -> variant = Variant.labelled(value).orElseThrow(() -> unknown("variant", value));
                case "--warmup-seconds" -> warmup = Duration.ofSeconds(Integer.parseInt(value));
                case "--windows" -> windows = Integer.parseInt(value);
                case "--window-seconds" -> window = Duration.ofSeconds(Integer.parseInt(value));
                default -> throw unknown("option", words.get(i));
            }
        }
        return new RunnerArguments(
                scenario.orElseThrow(() -> new IllegalArgumentException("--workload is missing")),
                variant,
                warmup,
                windows,
                window);
    }

    List<String> words() {
        return List.of(
                "--workload", scenario.label(),
                "--variant", variant.label(),
                "--warmup-seconds", Long.toString(warmup.toSeconds()),
                "--windows", Integer.toString(windows),
                "--window-seconds", Long.toString(window.toSeconds()));
    }

    Duration measuring() {
        return warmup.plus(window.multipliedBy(windows));
    }

    private static IllegalArgumentException unknown(String what, String value) {
        return new IllegalArgumentException("unknown " + what + " '" + value + "'");
    }
}
