package dev.gale.distribution.cli;

import dev.gale.control.RebalanceRequest;
import dev.gale.control.TopologySummary;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "rebalance", description = "Lays a running topology out anew, and waits until it goes on.")
final class RebalanceCommand implements Runnable {
    private final Session session;

    @Parameters(paramLabel = "<topology>", description = "Its name.")
    String name = "";

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "secs",
            description = "The longest to wait until nothing is pending. Default: the topology's message timeout.")
    @Nullable
    Duration wait;

    @Option(
            names = {"-n", "--workers"},
            paramLabel = "number",
            description = "How many workers. Default: as many as now.")
    @Nullable
    Integer workers;

    @Option(
            names = {"-e", "--executors"},
            paramLabel = "component=number",
            description = "How many executors of a component; may be given several times.")
    Map<String, Integer> executors = new LinkedHashMap<>();

    @Option(names = "--no-wait", description = "Return as soon as the rebalance is accepted.")
    boolean noWait;

    RebalanceCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        RebalanceRequest request = new RebalanceRequest(
                wait == null ? OptionalLong.empty() : OptionalLong.of(wait.toMillis()),
                workers == null ? OptionalInt.empty() : OptionalInt.of(workers),
                executors);
        TopologySummary asked = session.ask(name, control -> control.rebalance(name, request));
        if (noWait) {
            session.write(
                    asked,
                    name + " is laid out anew in "
                            + Durations.text(asked.waitLeftMillis().orElse(0)) + " at most\n");
            return;
        }
        TopologySummary after = new ChangeWait(session, System::nanoTime)
                .await(asked, "Rebalancing " + name)
                .orElseThrow(
                        () -> new CliException(ExitCode.NOT_FOUND, "Topology '" + name + "' was killed meanwhile"));
        session.write(
                after,
                name + " is " + after.status() + " with " + after.workers() + " workers and " + after.executors()
                        + " executors\n");
    }
}
