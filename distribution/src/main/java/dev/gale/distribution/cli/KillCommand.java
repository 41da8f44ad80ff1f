package dev.gale.distribution.cli;

import dev.gale.control.KillRequest;
import dev.gale.control.TopologySummary;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "kill", description = "Ends a topology, and waits until it is gone.")
final class KillCommand implements Runnable {
    private final Session session;

    @Parameters(paramLabel = "<topology>", description = "Its name.")
    String name = "";

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "secs",
            description = "The longest to wait until nothing is pending. Default: the topology's message timeout.")
    @Nullable
    Duration wait;

    @Option(names = "--no-wait", description = "Return as soon as the kill is accepted.")
    boolean noWait;

    KillCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        KillRequest request = new KillRequest(wait == null ? OptionalLong.empty() : OptionalLong.of(wait.toMillis()));
        TopologySummary killed = session.ask(name, control -> control.kill(name, request));
        if (noWait) {
            session.write(
                    killed,
                    name + " is KILLED" + " and goes in "
                            + Durations.text(killed.waitLeftMillis().orElse(0)) + " at most\n");
            return;
        }
        new ChangeWait(session, System::nanoTime).await(killed, "Killing " + name);
        session.write(killed, name + " is gone\n");
    }
}
