package dev.gale.distribution.cli;

import dev.gale.runtime.plugin.PluginInspector;
import dev.gale.runtime.plugin.PluginReport;
import dev.gale.runtime.plugin.PluginReport.Adapter;
import dev.gale.runtime.plugin.PluginReport.Check;
import dev.gale.runtime.plugin.Plugins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "plugin", description = "Shows and checks the plugins of this installation.")
final class PluginCommand {
    private static final String OK = "ok";

    private final Session session;

    PluginCommand(Session session) {
        this.session = session;
    }

    @Command(name = "list", description = "Lists adapters in the folder plugins, also those that cannot be used.")
    void list() {
        Path directory = directory();
        List<PluginReport> reports = PluginInspector.all(directory);
        if (reports.isEmpty() && !session.isJson()) {
            session.terminal().talk("There are no plugins in " + directory);
            return;
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        Table table = new Table("NAME", "KINDS", "VERSION", "SPI", "FOLDER", "STATE");
        for (PluginReport report : reports) {
            Map<String, String> adapters = kinds(report);
            if (adapters.isEmpty()) {
                adapters.put("-", "-");
            }
            adapters.forEach((name, kinds) -> table.row(
                    name,
                    kinds,
                    report.version().orElse("-"),
                    report.spi().orElse("-"),
                    report.place().getFileName(),
                    report.problems().isEmpty()
                            ? OK
                            : "unfit: " + report.problems().get(0)));
            rows.add(row(report));
        }
        session.write(rows, table.text());
    }

    @Command(name = "info", description = "Shows all that is known of one plugin.")
    void info(
            @Parameters(paramLabel = "<name>", description = "An adapter's name, or a plugin's folder.") String name) {
        List<PluginReport> reports = PluginInspector.all(directory());
        PluginReport report = reports.stream()
                .filter(each -> names(each).contains(name))
                .findFirst()
                .orElseThrow(() -> unknown(name, reports));
        Map<String, Object> row = row(report);
        row.put("jars", report.jars());
        StringBuilder text = new StringBuilder();
        line(text, "folder", report.place());
        line(text, "version", report.version().orElse("-"));
        line(text, "spi", report.spi().orElse("-"));
        for (Adapter adapter : report.adapters()) {
            line(text, adapter.kind().key(), adapter.name() + " by " + adapter.factory());
        }
        report.adapters().stream()
                .map(Adapter::name)
                .distinct()
                .forEach(section -> line(text, "settings", "section " + section + " of gale.yaml"));
        line(text, "state", report.problems().isEmpty() ? OK : "unfit");
        report.problems().forEach(problem -> line(text, "", problem));
        report.jars().forEach(jar -> line(text, "jar", jar));
        session.write(row, text.toString());
    }

    @Command(
            name = "verify",
            description = {
                "Checks a plugin before it is used; exit code 1 if something is wrong.",
                "Looked at are: the jars, which must not have copies of what Gale lends; the range of SPI versions in the manifest; the "
                        + "provider files; and whether each factory can be made in a class loader as Gale gives it. The rules of the "
                        + "architecture and the contracts are for the plugin's own tests."
            })
    void verify(
            @Parameters(
                            paramLabel = "<folder|jar>",
                            description = "A plugin's folder, or its jar if it has no libraries.")
                    Path place) {
        if (!Files.exists(place)) {
            throw new CliException(ExitCode.USAGE, "There is no " + place);
        }
        PluginReport report = PluginInspector.of(place.toAbsolutePath().normalize());
        Map<String, Object> row = row(report);
        row.put("checks", report.checks().stream().map(PluginCommand::row).toList());
        Table table = new Table("CHECK", "RESULT");
        for (Check check : report.checks()) {
            if (check.problems().isEmpty()) {
                table.row(check.what(), OK);
            }
            check.problems().forEach(problem -> table.row(check.what(), problem));
        }
        session.write(row, table.text());
        if (!report.problems().isEmpty()) {
            throw new CliException(ExitCode.FAILED, "The plugin in " + place + " cannot be used as it is");
        }
        session.terminal()
                .talk("The plugin brings " + String.join(", ", kinds(report).keySet()));
    }

    private static Path directory() {
        return Plugins.installed()
                .orElseThrow(() -> new CliException(
                        ExitCode.NOT_FOUND,
                        "This is no installation, so there is no folder plugins; unpack a package"));
    }

    private static CliException unknown(String name, List<PluginReport> reports) {
        List<String> known = reports.stream()
                .flatMap(report -> names(report).stream())
                .distinct()
                .toList();
        return new CliException(
                ExitCode.NOT_FOUND,
                "There is no plugin '" + name + "'; there are "
                        + (known.isEmpty() ? "none" : String.join(", ", known)));
    }

    /** Of its adapters, and of its folder. */
    private static TreeSet<String> names(PluginReport report) {
        TreeSet<String> names = new TreeSet<>(kinds(report).keySet());
        names.add(String.valueOf(report.place().getFileName()));
        return names;
    }

    /** The kinds of adapters, by name. */
    private static Map<String, String> kinds(PluginReport report) {
        return report.adapters().stream()
                .collect(Collectors.groupingBy(
                        Adapter::name,
                        TreeMap::new,
                        Collectors.mapping(adapter -> adapter.kind().key(), Collectors.joining(", "))));
    }

    private static Map<String, Object> row(PluginReport report) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("folder", report.place().toString());
        row.put("version", report.version());
        row.put("spi", report.spi());
        row.put("adapters", report.adapters().stream().map(PluginCommand::row).toList());
        row.put("problems", report.problems());
        return row;
    }

    private static Map<String, String> row(Adapter adapter) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("name", adapter.name());
        row.put("kind", adapter.kind().key());
        row.put("factory", adapter.factory());
        return row;
    }

    private static Map<String, Object> row(Check check) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("check", check.what());
        row.put("problems", check.problems());
        return row;
    }

    private static void line(StringBuilder text, String what, Object value) {
        text.append(String.format("%-15s %s%n", what, value));
    }
}
