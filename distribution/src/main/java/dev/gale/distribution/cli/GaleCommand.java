package dev.gale.distribution.cli;

import dev.gale.control.Window;
import dev.gale.distribution.daemon.Version;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line's root, and its list of commands. */
@Command(
        name = "gale",
        versionProvider = GaleCommand.Versions.class,
        description = "Submits topologies to a cluster, and shows and changes what runs there.",
        synopsisSubcommandLabel = "<command>",
        footer = {
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 conflict, 5 denied,",
            "6 unreachable, 7 timeout, 78 wrong configuration, 130 interrupted."
        })
final class GaleCommand implements Runnable {
    @Mixin
    final GlobalOptions options;

    @Option(names = "--version", versionHelp = true, description = "Show which Gale this is; so does gale version.")
    boolean version;

    @Spec
    CommandSpec spec = CommandSpec.create();

    /** For {@code --version}. */
    static final class Versions implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Gale " + Version.text()};
        }
    }

    private GaleCommand(Session session) {
        options = session.options();
    }

    /** Nothing was asked for. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    static CommandLine of(Session session, TopologyEncoder encoder) {
        CommandLine root = new CommandLine(new GaleCommand(session));
        root.addSubcommand(new CommandLine(new JarCommand(session, encoder)).setStopAtPositional(true));
        root.addSubcommand(new CommandLine(new LocalCommand(session)).setStopAtPositional(true));
        root.addSubcommand(new ListCommand(session));
        root.addSubcommand(new StatusCommand(session));
        root.addSubcommand(new TasksCommand(session));
        root.addSubcommand(new ErrorsCommand(session));
        root.addSubcommand(new KillCommand(session));
        root.addSubcommand(new ActivateCommand(session));
        root.addSubcommand(new DeactivateCommand(session));
        root.addSubcommand(new RebalanceCommand(session));
        root.addSubcommand(new SupervisorsCommand(session));
        root.addSubcommand(new NimbusCommand(session));
        root.addSubcommand(new SupervisorCommand(session));
        root.addSubcommand(new DevCommand(session));
        root.addSubcommand(new ConfigCommand(session));
        root.addSubcommand(new PluginCommand(session));
        root.addSubcommand(new VersionCommand(session));
        root.addSubcommand(new CompletionCommand(session));
        root.addSubcommand(new HelpCommand(session));
        Failures failures = new Failures(session);
        root.setExecutionExceptionHandler(failures);
        root.setParameterExceptionHandler(failures);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setAbbreviatedOptionsAllowed(false);
        root.registerConverter(Duration.class, Durations::parse);
        root.registerConverter(Window.class, WindowName::parse);
        root.setColorScheme(CommandLine.Help.defaultColorScheme(session.isColored() ? Ansi.ON : Ansi.OFF));
        root.setOut(new PrintWriter(session.terminal().out(), true));
        root.setErr(new PrintWriter(session.terminal().err(), true));
        return root;
    }
}
