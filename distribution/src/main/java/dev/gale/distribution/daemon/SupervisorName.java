package dev.gale.distribution.daemon;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** The name of a supervisor that was given none: made once, and kept in its local directory. */
final class SupervisorName {
    private SupervisorName() {}

    static String of(Path local) {
        Path file = local.resolve("supervisor.id");
        try {
            if (Files.exists(file)) {
                String known = Files.readString(file).strip();
                if (known.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
                    return known;
                }
            }
            Files.createDirectories(local);
            String name = UUID.randomUUID().toString();
            Path next = Files.writeString(local.resolve("supervisor.id.next"), name + "\n");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return name;
        } catch (IOException e) {
            throw new EngineException(
                    Category.FATAL, "The supervisor's name cannot be kept in " + file + ": " + e.getMessage(), e);
        }
    }
}
