package dev.gale.runtime.plugin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of one plugin, whether it can be used or not.
 *
 * @param place its folder, or its jar
 * @param version of the plugin, if its manifest has one
 * @param spi the range of versions of the ports that its manifest has
 * @param adapters what it brings and can be loaded
 * @param jars their names
 * @param checks what was looked at, in order
 */
public record PluginReport(
        Path place,
        Optional<String> version,
        Optional<String> spi,
        List<Adapter> adapters,
        List<String> jars,
        List<Check> checks) {
    /** A factory that was loaded. */
    public record Adapter(String name, AdapterKind kind, String factory) {}

    /**
     * One thing that was looked at.
     *
     * @param problems with their remedies; none if it is as it should be
     */
    public record Check(String what, List<String> problems) {
        public Check {
            problems = List.copyOf(problems);
        }
    }

    public PluginReport {
        adapters = List.copyOf(adapters);
        jars = List.copyOf(jars);
        checks = List.copyOf(checks);
    }

    PluginReport with(Check check) {
        List<Check> more = new ArrayList<>(checks);
        more.add(check);
        return new PluginReport(place, version, spi, adapters, jars, more);
    }

    /** Of all checks. */
    public List<String> problems() {
        return checks.stream().flatMap(check -> check.problems().stream()).toList();
    }
}
