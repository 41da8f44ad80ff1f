package dev.gale.distribution.cli;

import dev.gale.distribution.client.HttpControl;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The command {@code gale}. An interrupt ends it at once, with exit code 130, as it ends any JVM. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        WatchedOutput out = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
        Terminal terminal = new Terminal(
                new PrintStream(new BufferedOutputStream(out), true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                Boolean.getBoolean("gale.terminal.out"),
                Boolean.getBoolean("gale.terminal.err"));
        int code = run(terminal, System.getenv(), HttpControl::new, arguments);
        if (code == ExitCode.OK.number() && !out.trouble().isEmpty()) {
            terminal.talk("gale: the output could not be written: " + out.trouble());
            code = ExitCode.FAILED.number();
        }
        System.exit(code);
    }

    static int run(Terminal terminal, Map<String, String> environment, ControlFactory clusters, String... arguments) {
        Session session = new Session(terminal, clusters, environment);
        int code = GaleCommand.of(session, new CodeFileEncoder()).execute(arguments);
        terminal.out().flush();
        terminal.err().flush();
        return code;
    }
}
