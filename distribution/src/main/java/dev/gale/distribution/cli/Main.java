package dev.gale.distribution.cli;

import dev.gale.distribution.client.HttpControl;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The command {@code gale}. An interrupt ends it at once, with exit code 130, as it ends any JVM. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Terminal terminal = new Terminal(
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                Boolean.getBoolean("gale.terminal.out"),
                Boolean.getBoolean("gale.terminal.err"));
        System.exit(run(terminal, System.getenv(), HttpControl::new, arguments));
    }

    static int run(Terminal terminal, Map<String, String> environment, ControlFactory clusters, String... arguments) {
        Session session = new Session(terminal, clusters, environment);
        int code = GaleCommand.of(session, new CodeFileEncoder()).execute(arguments);
        terminal.out().flush();
        terminal.err().flush();
        return code;
    }
}
