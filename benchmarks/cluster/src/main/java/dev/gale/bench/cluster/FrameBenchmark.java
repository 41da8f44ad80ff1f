package dev.gale.bench.cluster;

import dev.gale.bench.harness.RoundFigures;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.TransportFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Frames between two processes over the transports below the engine, without the engine, beside plain sockets. Paths take turns in
 * each round. Status 0 when all was measured, 1 when a round failed, 2 for a bad argument or a transport that is not installed.
 */
public final class FrameBenchmark {
    private static final int BAD_ARGUMENT = 2;

    private FrameBenchmark() {}

    public static void main(String[] args) throws IOException {
        FrameArguments arguments;
        List<FramePath> paths;
        try {
            arguments = FrameArguments.parse(List.of(args));
            paths = arguments.paths().isEmpty() ? installed() : arguments.paths();
            paths.stream()
                    .map(FramePath::transport)
                    .filter(name -> !name.isEmpty())
                    .forEach(PortLink::factory);
        } catch (IllegalArgumentException | EngineException e) {
            System.err.println("bench.sh: " + e.getMessage());
            System.exit(BAD_ARGUMENT);
            return;
        }
        FrameScale scale = arguments.quick() ? FrameScale.QUICK : FrameScale.FULL;
        RoundFigures figures = new RoundFigures("path");
        Path logs = Path.of("benchmarks/target/logs").toAbsolutePath();
        System.exit(Turns.of("frames", scale.rounds(), scale.budget())
                .run(
                        paths.stream().map(FramePath::label).toList(),
                        (path, round, scratch) ->
                                FrameRound.run(FramePath.labelled(path).orElseThrow(), scale, scratch, logs, figures),
                        figures));
    }

    private static List<FramePath> installed() {
        Set<String> installed = Plugins.here().names(TransportFactory.class, "transport", TransportFactory::name);
        return Stream.of(FramePath.values())
                .filter(path -> path.transport().isEmpty() || installed.contains(path.transport()))
                .toList();
    }
}
