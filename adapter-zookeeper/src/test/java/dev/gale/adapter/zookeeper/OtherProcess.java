package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.EngineException;
import java.nio.file.Path;

/** The main class of a process that wants a directory: prints whether it can have it. */
final class OtherProcess {
    private OtherProcess() {}

    public static void main(String... arguments) {
        try (DirectoryLock lock = DirectoryLock.take(Path.of(arguments[0]))) {
            System.out.println("free " + lock);
        } catch (EngineException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
