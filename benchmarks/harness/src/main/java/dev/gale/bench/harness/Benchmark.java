package dev.gale.bench.harness;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What {@code ./bench.sh} can be asked for, by its first argument. */
enum Benchmark {
    /** Gale beside its peers in one process each. */
    DATAFLOW(Engine::all, List.of("storm", "flink", "jet")) {
        @Override
        boolean has(Scenario scenario) {
            return !scenario.spread();
        }
    },
    /** Gale beside Storm, each with source and sink in two worker processes. */
    TRANSPORT(Engine::spread, List.of("storm")) {
        @Override
        boolean has(Scenario scenario) {
            return scenario.spread();
        }
    };

    private final Function<Path, List<Engine>> engines;
    private final List<String> peers;

    Benchmark(Function<Path, List<Engine>> engines, List<String> peers) {
        this.engines = engines;
        this.peers = peers;
    }

    abstract boolean has(Scenario scenario);

    List<Scenario> scenarios() {
        return Arrays.stream(Scenario.values()).filter(this::has).toList();
    }

    List<Engine> engines(Path root) {
        return engines.apply(root);
    }

    /** By the names that the command line knows. */
    List<String> peers() {
        return peers;
    }

    /** The name on the command line, and of the files with the figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Benchmark> labelled(String label) {
        return Arrays.stream(values())
                .filter(benchmark -> benchmark.label().equals(label))
                .findFirst();
    }
}
