package dev.gale.distribution.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.TopologySummary;
import dev.gale.distribution.client.CodeUpload;
import dev.gale.distribution.client.Connection;
import dev.gale.distribution.client.ControlJson;
import dev.gale.distribution.daemon.ConfigSources;
import dev.gale.distribution.daemon.Foreground;
import dev.gale.runtime.config.ClientSettings;
import dev.gale.runtime.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One run of the command line: its options, its terminal, and the cluster that it talks to. */
final class Session implements CodeUpload.Patience {
    /** The cluster gives up first, and says why. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final Duration BETWEEN_SIGNS = Duration.ofMillis(500);

    private final GlobalOptions options = new GlobalOptions();
    private final Terminal terminal;
    private final ControlFactory clusters;
    private final Map<String, String> environment;
    private @Nullable Configuration configuration;
    private @Nullable Control control;

    Session(Terminal terminal, ControlFactory clusters, Map<String, String> environment) {
        this.terminal = terminal;
        this.clusters = clusters;
        this.environment = environment;
    }

    GlobalOptions options() {
        return options;
    }

    Terminal terminal() {
        return terminal;
    }

    Control control() {
        Control opened = control;
        if (opened == null) {
            opened = clusters.open(connection());
            control = opened;
        }
        return opened;
    }

    /** Where this run has its configuration from, whatever command it is. */
    ConfigSources sources() {
        return sources(Optional.ofNullable(options.file));
    }

    /** @param file the one to read; none: that of the environment, or of the installation */
    ConfigSources sources(Optional<Path> file) {
        return ConfigSources.of(
                file,
                environment,
                options.config.entrySet().stream()
                        .map(flag -> flag.getKey() + "=" + flag.getValue())
                        .toList());
    }

    /** Read once. @throws ConfigException with every problem */
    Configuration configuration() {
        Configuration read = configuration;
        if (read == null) {
            read = sources().load();
            configuration = read;
        }
        return read;
    }

    /** @return the exit code */
    int print(List<String> lines) {
        lines.forEach(terminal.out()::println);
        return ExitCode.OK.number();
    }

    /** For a daemon to run in. */
    Foreground foreground() {
        return new Foreground(terminal.out(), terminal.err());
    }

    boolean isColored() {
        return terminal.outIsTerminal()
                && !options.noColor
                && environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    boolean isJson() {
        return options.format == Format.JSON;
    }

    /** Writes data: as JSON if that is wanted, else the text. */
    void write(Object data, String text) {
        if (isJson()) {
            terminal.out().println(json(data));
        } else {
            terminal.out().print(text);
        }
        terminal.out().flush();
    }

    /** Waits no longer than the option says. */
    @Override
    public <T> T await(CompletionStage<T> stage) {
        try {
            return awaitAloud(stage.toCompletableFuture(), options.timeout.plus(GRACE));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new CliException(
                    ExitCode.TIMEOUT,
                    "No answer within " + Durations.text(options.timeout.toMillis()) + "; try again, or give --timeout",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(ExitCode.FAILED, "Interrupted", e);
        }
    }

    /** People see what they wait for when it takes long: while no nimbus answers, all are asked again until the time is over. */
    private <T> T awaitAloud(CompletableFuture<T> answer, Duration most)
            throws ExecutionException, TimeoutException, InterruptedException {
        try (ProgressBar bar = new ProgressBar(terminal, "Waiting for nimbus")) {
            long silence = Math.min(SILENCE.toMillis(), most.toMillis());
            for (long waited = silence; waited < most.toMillis(); waited += BETWEEN_SIGNS.toMillis()) {
                try {
                    return answer.get(waited == silence ? silence : BETWEEN_SIGNS.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    long left = most.toMillis() - waited;
                    bar.show(waited, most.toMillis(), "at most " + Durations.text(left) + " to go");
                }
            }
            return answer.get(BETWEEN_SIGNS.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Asks about a topology; when there is none of this name, says which may have been meant. */
    <T> T ask(String topology, Function<Control, CompletionStage<T>> question) {
        try {
            return await(question.apply(control()));
        } catch (ControlException e) {
            if (e.kind() != Kind.NOT_FOUND) {
                throw e;
            }
            List<String> names = await(control().topologies()).stream()
                    .map(TopologySummary::name)
                    .toList();
            if (names.contains(topology)) {
                throw e;
            }
            String meant = Suggestions.of(topology, names);
            throw new CliException(
                    ExitCode.NOT_FOUND,
                    "There is no topology '" + topology + "'"
                            + (meant.isEmpty() ? "; 'gale list' shows those there are" : meant),
                    e);
        }
    }

    private Connection connection() {
        ClientSettings settings = ClientSettings.of(configuration());
        return options.nimbus.isEmpty()
                ? Connection.of(settings, options.timeout)
                : Connection.of(settings, options.nimbus, options.timeout);
    }

    private static String json(Object data) {
        ObjectMapper mapper = ControlJson.mapper();
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(data);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no JSON of " + data.getClass(), e);
        }
    }
}
