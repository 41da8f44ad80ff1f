package dev.gale.distribution.daemon;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What a companion tells supervisors when it can be used: its pid, since an earlier one may have told the same before, and what its
 * clients need.
 */
record CompanionNote(long pid, Map<String, String> clientSection) {
    private static final String FILE = "client.properties";
    private static final String PID = "pid";
    private static final String KEY = "client.";

    CompanionNote {
        clientSection = Map.copyOf(clientSection);
    }

    static CompanionNote of(long pid, Map<String, Object> clientSection) {
        Map<String, String> texts = new TreeMap<>();
        clientSection.forEach((key, value) -> texts.put(key, String.valueOf(value)));
        return new CompanionNote(pid, texts);
    }

    /** Nothing if there is none, or none that is whole. */
    static Optional<CompanionNote> read(Path directory) {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(directory.resolve(FILE))) {
            properties.load(in);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unusable(directory, e);
        }
        Map<String, String> section = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(KEY)) {
                section.put(name.substring(KEY.length()), properties.getProperty(name));
            }
        }
        String pid = properties.getProperty(PID, "");
        return pid.matches("\\d{1,18}")
                ? Optional.of(new CompanionNote(Long.parseLong(pid), section))
                : Optional.empty();
    }

    /** Before a companion is started, so that nobody takes an earlier one's note for its. */
    static void remove(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(FILE));
    }

    /** Whoever reads it sees all of it, or what was there before. */
    void write(Path directory) {
        Properties properties = new Properties();
        properties.setProperty(PID, Long.toString(pid));
        clientSection.forEach((key, value) -> properties.setProperty(KEY + key, value));
        Path written = directory.resolve(FILE + ".new");
        try {
            try (OutputStream out = Files.newOutputStream(written)) {
                properties.store(out, null);
            }
            Files.move(
                    written,
                    directory.resolve(FILE),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
    }

    private static EngineException unusable(Path directory, IOException cause) {
        return new EngineException(
                Category.UNAVAILABLE, "The companion's directory " + directory + " cannot be used: " + cause, cause);
    }
}
