package dev.gale.distribution.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What every command takes. */
final class GlobalOptions {
    @Option(
            names = "--config",
            paramLabel = "file",
            scope = ScopeType.INHERIT,
            description = "The configuration. Default: what GALE_CONF names, or conf/gale.yaml beside bin.")
    @Nullable
    Path file;

    @Option(
            names = "-c",
            paramLabel = "key=value",
            scope = ScopeType.INHERIT,
            description = "A value of the configuration; may be given several times.")
    Map<String, String> config = new LinkedHashMap<>();

    @Option(
            names = "--nimbus",
            paramLabel = "host:port",
            split = ",",
            scope = ScopeType.INHERIT,
            description = "Where nimbus answers; instead of nimbus.seeds.")
    List<String> nimbus = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            scope = ScopeType.INHERIT,
            description = "How data are written. Default: table.")
    Format format = Format.TABLE;

    @Option(
            names = "--timeout",
            paramLabel = "time",
            scope = ScopeType.INHERIT,
            description = "How long to wait for an answer, as in 500ms, 30s or 2m. Default: 30s.")
    Duration timeout = Duration.ofSeconds(30);

    @Option(
            names = "--no-color",
            scope = ScopeType.INHERIT,
            description = "No colours; NO_COLOR in the environment does the same.")
    boolean noColor;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Show stack traces of failures.")
    boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;
}
