package dev.gale.distribution.cli;

import dev.gale.control.ConfigValue;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

@Command(name = "config", description = "Shows or checks the configuration of this host.")
final class ConfigCommand {
    private final Session session;

    ConfigCommand(Session session) {
        this.session = session;
    }

    @Command(name = "show", description = "Shows what holds and where it was set; secrets are hidden.")
    void show() {
        List<ConfigValue> values = session.config().effective(session.options().config);
        Table table = new Table("KEY", "VALUE", "FROM");
        values.forEach(value -> table.row(value.key(), value.value(), value.origin()));
        session.write(values, table.text());
    }

    @Command(name = "validate", description = "Checks the configuration; exit code 78 if it makes no sense.")
    void validate() {
        List<String> problems = session.config().problems(session.options().config);
        if (!problems.isEmpty()) {
            throw new CliException(ExitCode.CONFIG, String.join("\n", problems));
        }
        session.write(Map.of("valid", true), "The configuration makes sense\n");
    }
}
