package dev.gale.runtime.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Layers as a file would give them, and their reading. */
final class Layers {
    private Layers() {}

    /** Keys and values by turns, each on a line of its own. */
    static ConfigLayer file(Object... keysAndValues) {
        List<ConfigEntry> entries = new ArrayList<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            entries.add(new ConfigEntry((String) keysAndValues[i], keysAndValues[i + 1], line(1 + i / 2)));
        }
        return ConfigLayer.of(entries, List.of());
    }

    static Origin line(int line) {
        return new Origin.File("gale.yaml", line, 1);
    }

    static Configuration read(ConfigLayer... layers) {
        return ConfigurationReader.read(List.of(layers), Set.of("zookeeper", "etcd"), path -> {
            throw new IOException("no files here");
        });
    }

    static Configuration readWithFiles(Map<String, String> files, ConfigLayer... layers) {
        return ConfigurationReader.read(List.of(layers), Set.of(), path -> {
            if (!files.containsKey(path)) {
                throw new IOException("it is not there");
            }
            return files.get(path);
        });
    }

    static List<String> problems(ConfigLayer... layers) {
        try {
            read(layers);
            return List.of();
        } catch (ConfigException e) {
            return e.problems().stream().map(ConfigProblem::toString).toList();
        }
    }
}
