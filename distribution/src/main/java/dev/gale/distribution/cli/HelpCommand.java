package dev.gale.distribution.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "help", description = "Explains a command, as --help behind it does.")
final class HelpCommand implements Runnable {
    private final Session session;

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "<command>", description = "Which one. Default: all of them.")
    String command = "";

    HelpCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        Map<String, CommandLine> commands = root.getSubcommands();
        CommandLine explained = command.isEmpty() ? root : commands.get(command);
        if (explained == null) {
            throw new CliException(
                    ExitCode.USAGE,
                    "there is no command '" + command + "'" + Suggestions.of(command, commands.keySet()));
        }
        explained.usage(session.terminal().out());
    }
}
