package dev.gale.distribution.cli;

import dev.gale.control.ConfigValue;
import dev.gale.distribution.daemon.ConfigCheck;
import dev.gale.distribution.daemon.ConfigSources;
import dev.gale.runtime.config.ConfigException;
import dev.gale.runtime.config.ConfigProblem;
import dev.gale.runtime.config.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "config", description = "Shows or checks the configuration of this host.")
final class ConfigCommand {
    private final Session session;

    ConfigCommand(Session session) {
        this.session = session;
    }

    @Command(name = "show", description = "Shows what holds and where it was set; secrets are hidden.")
    void show(@Option(names = "--set", description = "Only what somebody set, without the defaults.") boolean set) {
        List<ConfigValue> values = new ArrayList<>();
        Table table = new Table("KEY", "VALUE", "FROM");
        session.configuration().effective().stream()
                .filter(value -> !set || !(value.origin() instanceof Origin.Default))
                .forEach(value -> {
                    String origin = value.origin().toString();
                    values.add(new ConfigValue(value.key(), value.shown(), origin));
                    table.row(value.key(), value.shown().isEmpty() ? "-" : value.shown(), origin);
                });
        session.write(values, table.text());
    }

    @Command(
            name = "validate",
            description = "Checks the configuration; exit code 78 if it makes no sense, with all that is wrong.")
    void validate(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "<file>",
                            description = "A file to check instead of the one that holds.")
                    @Nullable
                    Path file) {
        ConfigSources sources = file == null ? session.sources() : session.sources(Optional.of(file));
        List<ConfigProblem> problems = ConfigCheck.problems(sources);
        if (session.isJson()) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("valid", problems.isEmpty());
            answer.put("problems", problems.stream().map(ConfigCommand::row).toList());
            session.write(answer, "");
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        if (!session.isJson()) {
            session.write(
                    Map.of(),
                    sources.file().map(it -> it + " makes sense\n").orElse("The configuration makes sense\n"));
        }
    }

    private static Map<String, String> row(ConfigProblem problem) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("key", problem.key());
        row.put("from", problem.origin().toString());
        row.put("problem", problem.what());
        return row;
    }
}
