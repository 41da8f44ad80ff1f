package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a directory for one server. The operating system lets the lock go when this process ends. */
final class DirectoryLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
    private static final String FILE = "lock";

    /**
     * Of this process. A second channel for the same file must not even be opened: to close it would let the lock of the
     * first go.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    static DirectoryLock take(Path directory) {
        try {
            Files.createDirectories(directory);
            Path real = directory.toRealPath();
            if (!HELD.add(real)) {
                throw taken(directory);
            }
            try {
                return new DirectoryLock(real, open(real));
            } catch (IOException | RuntimeException e) {
                HELD.remove(real);
                throw e;
            }
        } catch (IOException e) {
            throw new EngineException(
                    Category.UNAVAILABLE, "cannot use " + directory + " for ZooKeeper: " + e.getMessage(), e);
        }
    }

    private static FileChannel open(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw taken(directory);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static EngineException taken(Path directory) {
        return new EngineException(
                Category.UNAVAILABLE,
                "another ZooKeeper runs on " + directory + ": stop it, or choose another directory");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("cannot close the lock of {}", directory, e);
        } finally {
            HELD.remove(directory);
        }
    }
}
