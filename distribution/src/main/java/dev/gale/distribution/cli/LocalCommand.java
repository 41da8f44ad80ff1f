package dev.gale.distribution.cli;

import dev.gale.distribution.config.TopologyDefaults;
import dev.gale.local.LocalTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "local",
        description = "Runs a main class of a jar; topologies that it submits run in this process until they finish.")
final class LocalCommand implements Runnable {
    /** As good as for ever, and safe to add to a clock. */
    private static final Duration LONG = Duration.ofDays(10_000);

    private final Session session;

    @Parameters(index = "0", paramLabel = "<jar>", description = "The jar, with all that its classes need but Gale.")
    Path jar = Path.of("");

    @Parameters(index = "1", paramLabel = "<main>", description = "The class with the main method.")
    String main = "";

    @Parameters(index = "2..*", paramLabel = "<argument>", description = "Given to the main method as they are.")
    List<String> arguments = List.of();

    @Option(names = "--ttl", paramLabel = "time", description = "End after this time, finished or not. Default: never.")
    @Nullable
    Duration ttl;

    LocalCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (LocalSubmission submission = new LocalSubmission(TopologyDefaults.of(session.configuration()))) {
            new MainClass(jar, main).run(arguments, submission);
            if (submission.topologies().isEmpty()) {
                throw new CliException(
                        ExitCode.FAILED,
                        main + " submitted no topology; its main method has to call TopologySubmitter.submit");
            }
            submission.awaitEnd(ttl == null ? LONG : ttl);
            report(submission.topologies());
        }
    }

    private void report(List<LocalTopology> topologies) {
        List<Map<String, Object>> data = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (LocalTopology topology : topologies) {
            topology.errors()
                    .forEach(error -> session.terminal()
                            .talk("gale: component " + error.component() + ", task " + error.task() + ": "
                                    + error.message()));
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", topology.name());
            row.put("id", topology.id());
            row.put("status", topology.status());
            row.put("pendingTuples", topology.pending());
            row.put("errors", topology.errors().size());
            data.add(row);
            text.append(topology.name())
                    .append(" is ")
                    .append(topology.status())
                    .append(", ")
                    .append(topology.pending())
                    .append(" tuples pending\n");
        }
        session.write(data, text.toString());
    }
}
