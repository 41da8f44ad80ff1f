package dev.gale.distribution.daemon;

import dev.gale.distribution.config.ConfigurationLoader;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.Origin;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where a process has its configuration from. A supervisor hands all of it on to its workers in a file: they are given neither its
 * environment nor its flags.
 *
 * @param file {@code gale.yaml}, if there is one
 * @param environment variables; those of Gale are looked at
 * @param flags what stands behind each {@code -c}
 */
public record ConfigSources(Optional<Path> file, Map<String, String> environment, List<String> flags) {
    private static final String FILE = "file";
    private static final String VARIABLE = "variable.";
    private static final String FLAG = "flag.";
    private static final String OURS = "GALE_";

    public ConfigSources {
        file = file.map(Path::toAbsolutePath);
        environment = Map.copyOf(environment);
        flags = List.copyOf(flags);
    }

    /**
     * The rule for every command: the file that is named, or GALE_CONF names, or {@code gale.yaml} in GALE_CONF_DIR, each of which must
     * be there then; or {@code gale.yaml} in {@code conf} beside {@code bin}, which may be.
     */
    public static ConfigSources of(Optional<Path> named, Map<String, String> environment, List<String> flags) {
        String variable = environment.getOrDefault("GALE_CONF", "");
        if (named.isPresent() || !variable.isEmpty()) {
            return new ConfigSources(Optional.of(named.orElseGet(() -> Path.of(variable))), environment, flags);
        }
        String directory = environment.getOrDefault("GALE_CONF_DIR", "");
        if (!directory.isEmpty()) {
            return new ConfigSources(Optional.of(Path.of(directory, "gale.yaml")), environment, flags);
        }
        Optional<Path> beside = Optional.ofNullable(System.getProperty(Plugins.HOME))
                .map(home -> Path.of(home, "conf", "gale.yaml"))
                .filter(Files::exists);
        return new ConfigSources(beside, environment, flags);
    }

    /** @throws dev.gale.runtime.config.ConfigException with every problem */
    public Configuration load() {
        return ConfigurationLoader.load(file, environment, flags, Adapters.installed());
    }

    /**
     * With other defaults for some keys; what somebody set stays.
     *
     * @throws dev.gale.runtime.config.ConfigException with every problem of what somebody set
     */
    ConfigSources withDefaults(Map<String, String> defaults) {
        Configuration set = load();
        List<String> all = new ArrayList<>(flags);
        new TreeMap<>(defaults).forEach((key, value) -> {
            if (set.originOf(key) instanceof Origin.Default) {
                all.add(key + "=" + value);
            }
        });
        return new ConfigSources(file, environment, all);
    }

    /** With what wins over all that somebody set. */
    ConfigSources with(Map<String, String> keys) {
        List<String> all = new ArrayList<>(flags);
        new TreeMap<>(keys).forEach((key, value) -> all.add(key + "=" + value));
        return new ConfigSources(file, environment, all);
    }

    static ConfigSources read(Path handedOn) {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(handedOn)) {
            properties.load(in);
        } catch (IOException e) {
            throw new EngineException(Category.FATAL, "The configuration cannot be read: " + e, e);
        }
        Map<String, String> environment = new TreeMap<>();
        List<String> flags = new ArrayList<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(VARIABLE)) {
                environment.put(name.substring(VARIABLE.length()), properties.getProperty(name));
            }
        }
        for (int i = 0; properties.containsKey(FLAG + i); i++) {
            flags.add(properties.getProperty(FLAG + i));
        }
        return new ConfigSources(
                Optional.ofNullable(properties.getProperty(FILE)).map(Path::of), environment, flags);
    }

    /** For its owner alone: there may be secrets in it. */
    void write(Path handedOn) {
        Properties properties = new Properties();
        file.ifPresent(path -> properties.setProperty(FILE, path.toString()));
        environment.forEach((name, value) -> {
            if (name.startsWith(OURS)) {
                properties.setProperty(VARIABLE + name, value);
            }
        });
        for (int i = 0; i < flags.size(); i++) {
            properties.setProperty(FLAG + i, flags.get(i));
        }
        try {
            Files.createDirectories(handedOn.toAbsolutePath().getParent());
            Files.deleteIfExists(handedOn);
            Files.createFile(
                    handedOn, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (OutputStream out = Files.newOutputStream(handedOn)) {
                properties.store(out, null);
            }
        } catch (IOException e) {
            throw new EngineException(Category.FATAL, "The workers' configuration cannot be kept: " + e, e);
        }
    }
}
