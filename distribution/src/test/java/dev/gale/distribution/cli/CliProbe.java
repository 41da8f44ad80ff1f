package dev.gale.distribution.cli;

import dev.gale.adapter.http.InMemoryControl;
import dev.gale.control.Control;
import dev.gale.distribution.client.HttpControl;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Runs the command line in this process, against a cluster in memory. */
public final class CliProbe {
    final InMemoryControl cluster = new InMemoryControl();
    private final Map<String, String> environment = new TreeMap<>();
    private boolean terminal;

    public record Result(int code, String out, String err) {}

    CliProbe onTerminal() {
        terminal = true;
        return this;
    }

    CliProbe with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Result run(String... arguments) {
        return run(cluster, arguments);
    }

    Result run(Control control, String... arguments) {
        return run(connection -> control, environment, terminal, arguments);
    }

    /** Against what answers at the address that the arguments name. */
    public static Result overTheWire(String... arguments) {
        return run(HttpControl::new, Map.of(), false, arguments);
    }

    private static Result run(
            ControlFactory clusters, Map<String, String> environment, boolean terminal, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal streams = new Terminal(
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                terminal,
                terminal);
        int code = Main.run(streams, environment, clusters, arguments);
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
