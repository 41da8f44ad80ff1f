package dev.gale.distribution.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = {
            "Writes a script that completes commands and options.",
            "bash: source <(gale completion bash)",
            "zsh:  source <(gale completion zsh)"
        })
final class CompletionCommand implements Runnable {
    /** The shells that are known. */
    enum Shell {
        bash,
        zsh
    }

    private static final String FOR_ZSH =
            "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n";

    private final Session session;

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "bash|zsh", description = "Which shell.")
    Shell shell = Shell.bash;

    CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        String script = AutoComplete.bash("gale", spec.root().commandLine());
        session.terminal().out().print(shell == Shell.zsh ? FOR_ZSH + script : script);
        session.terminal().out().flush();
    }
}
