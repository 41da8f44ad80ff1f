package dev.gale.distribution.cli;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.runtime.config.ConfigException;
import dev.gale.runtime.config.ConfigKeys;
import dev.gale.spi.plugin.EngineException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Makes one message and an exit code of every failure. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Session session;

    Failures(Session session) {
        this.session = session;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        Terminal terminal = session.terminal();
        terminal.out().flush();
        ExitCode code;
        if (failure instanceof CliException own) {
            code = own.exitCode();
            terminal.talk("gale: " + failure.getMessage());
        } else if (failure instanceof ConfigException wrong) {
            code = ExitCode.CONFIG;
            terminal.talk("gale: " + wrong.getMessage());
        } else if (failure instanceof EngineException engine) {
            code = ExitCode.of(engine.category());
            terminal.talk("gale: " + failure.getMessage());
        } else if (failure instanceof ControlException control) {
            code = ExitCode.of(control);
            terminal.talk("gale: " + failure.getMessage() + advice(control));
        } else {
            code = ExitCode.FAILED;
            terminal.talk("gale: something went wrong: " + failure + "; -v shows where");
        }
        if (session.options().verbose) {
            failure.printStackTrace(terminal.err());
        }
        return code.number();
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        session.terminal().talk("gale: " + message(failure));
        session.terminal().talk("See '" + command.getCommandSpec().qualifiedName() + " --help'");
        return ExitCode.USAGE.number();
    }

    private static String advice(ControlException failure) {
        return failure.kind() == Kind.DENIED
                ? "; the command line sends what " + ConfigKeys.NIMBUS_API_TOKEN.name() + " says"
                : "";
    }

    private static String message(ParameterException failure) {
        CommandSpec spec = failure.getCommandLine().getCommandSpec();
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0);
            List<String> known = new ArrayList<>();
            if (word.startsWith("-")) {
                spec.options().forEach(option -> known.addAll(List.of(option.names())));
                return "there is no option " + word + Suggestions.of(word.replaceFirst("=.*", ""), known);
            }
            known.addAll(spec.subcommands().keySet());
            return known.isEmpty()
                    ? "'" + word + "' is one word too many"
                    : "there is no command '" + word + "'" + Suggestions.of(word, known);
        }
        if (failure instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return missing.getMissing().get(0).paramLabel() + " is missing";
        }
        // What a converter of ours says is a whole sentence; picocli wraps it in names of classes.
        String text = String.valueOf(failure.getMessage())
                .replace("option option", "option")
                .replaceFirst("(?s): cannot convert .* \\(java\\.lang\\.IllegalArgumentException: (.*)\\)", ": $1");
        if (text.startsWith("Missing required subcommand")) {
            return "a command is missing";
        }
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
