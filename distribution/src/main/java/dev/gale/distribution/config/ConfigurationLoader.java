package dev.gale.distribution.config;

import dev.gale.runtime.config.ConfigLayer;
import dev.gale.runtime.config.ConfigProblem;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.ConfigurationReader;
import dev.gale.runtime.config.EnvironmentVariables;
import dev.gale.runtime.config.Flags;
import dev.gale.runtime.config.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the configuration of a process from where it stands. */
public final class ConfigurationLoader {
    private static final int MAX_SECRET_BYTES = 4_096;

    private final Optional<Path> file;

    private ConfigurationLoader(Optional<Path> file) {
        this.file = file;
    }

    /**
     * @param file {@code gale.yaml}, which must be there; none for a process without one
     * @param environment all variables of the process
     * @param flags what stands behind each {@code -c}
     * @param adapters names of the adapters that are installed
     * @throws dev.gale.runtime.config.ConfigException with every problem
     */
    public static Configuration load(
            Optional<Path> file, Map<String, String> environment, List<String> flags, Set<String> adapters) {
        ConfigurationLoader loader = new ConfigurationLoader(file);
        List<ConfigLayer> layers =
                List.of(loader.fileLayer(), EnvironmentVariables.layer(environment), Flags.layer(flags));
        return ConfigurationReader.read(layers, adapters, loader::readSecret);
    }

    private ConfigLayer fileLayer() {
        if (file.isEmpty()) {
            return new ConfigLayer(List.of(), List.of());
        }
        String name = file.get().toString();
        try {
            return GaleYaml.layer(name, readAtMost(file.get(), GaleYaml.MAX_BYTES + 1));
        } catch (IOException e) {
            ConfigProblem problem =
                    new ConfigProblem(new Origin.File(name, 0, 0), "", "the file cannot be read: " + why(e));
            return new ConfigLayer(List.of(), List.of(problem));
        }
    }

    /** A path that is not absolute begins beside {@code gale.yaml}. */
    private String readSecret(String path) throws IOException {
        Path secret = file.map(it -> it.resolveSibling(path)).orElse(Path.of(path));
        byte[] content;
        try {
            content = readAtMost(secret, MAX_SECRET_BYTES + 1);
        } catch (IOException e) {
            throw new IOException(why(e), e);
        }
        if (content.length > MAX_SECRET_BYTES) {
            throw new IOException("more than " + MAX_SECRET_BYTES + " bytes");
        }
        return new String(content, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
    }

    private static byte[] readAtMost(Path path, int bytes) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("it is no ordinary file");
        }
        try (InputStream content = Files.newInputStream(path)) {
            return content.readNBytes(bytes);
        }
    }

    private static String why(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e instanceof NoSuchFileException ? "it is not there" : String.valueOf(e.getMessage());
    }
}
