package dev.gale.distribution.cli;

import dev.gale.control.TopologySummary;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "jar",
        description =
                "Runs a main class of a jar; topologies that it submits are uploaded with the jar and run on the cluster.")
final class JarCommand implements Runnable {
    private final Session session;
    private final TopologyEncoder encoder;

    @Parameters(index = "0", paramLabel = "<jar>", description = "The jar, with all that its classes need but Gale.")
    Path jar = Path.of("");

    @Parameters(index = "1", paramLabel = "<main>", description = "The class with the main method.")
    String main = "";

    @Parameters(index = "2..*", paramLabel = "<argument>", description = "Given to the main method as they are.")
    List<String> arguments = List.of();

    @Option(names = "--inactive", description = "Submit without asking spouts for tuples; 'gale activate' does later.")
    boolean inactive;

    JarCommand(Session session, TopologyEncoder encoder) {
        this.session = session;
        this.encoder = encoder;
    }

    @Override
    public void run() {
        // Before anything of the user's runs.
        session.configuration();
        ClusterSubmission submission = new ClusterSubmission(session, jar, !inactive, encoder);
        MainClass entry = new MainClass(jar, main);
        // What runs by now is told however the main method ends, be it by an exception or by System.exit.
        Thread atExit = new Thread(() -> report(submission.submitted()), "gale-jar-exit");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            entry.run(arguments, submission);
        } finally {
            if (withdrawn(atExit)) {
                report(submission.submitted());
            }
        }
        if (submission.submitted().isEmpty()) {
            throw new CliException(
                    ExitCode.FAILED,
                    main + " submitted no topology; its main method has to call TopologySubmitter.submit");
        }
    }

    private void report(List<TopologySummary> submitted) {
        if (submitted.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        submitted.forEach(topology -> text.append(topology.name())
                .append(" is ")
                .append(topology.status())
                .append(" as ")
                .append(topology.id())
                .append('\n'));
        session.write(submitted, text.toString());
        session.terminal().talk("'gale status " + submitted.get(0).name() + "' shows how it does");
    }

    /** Whether nobody else reports, since the process does not end yet. */
    private static boolean withdrawn(Thread atExit) {
        try {
            return Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
