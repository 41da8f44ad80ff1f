package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a directory for one server. The operating system lets the lock go when this process ends.
 *
 * <p>There are two files, since whoever closes a file lets go what its process has locked of it, even if that was locked through another
 * opening. The first one is the gate: the JVM, which counts locks by itself, lets one of its own through. So the second file, which
 * keeps out other processes, is never opened twice in one of them.
 */
final class DirectoryLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
    private static final String GATE = "lock.gate";
    private static final String FILE = "lock";

    private final Path directory;

    private final FileChannel gate;
    private final FileChannel lock;

    private DirectoryLock(Path directory, FileChannel gate, FileChannel lock) {
        this.directory = directory;
        this.gate = gate;
        this.lock = lock;
    }

    static DirectoryLock take(Path directory) {
        try {
            Files.createDirectories(directory);
            FileChannel gate = lock(directory, GATE);
            try {
                return new DirectoryLock(directory, gate, lock(directory, FILE));
            } catch (IOException | RuntimeException e) {
                gate.close();
                throw e;
            }
        } catch (IOException e) {
            throw new EngineException(
                    Category.UNAVAILABLE, "cannot use " + directory + " for ZooKeeper: " + e.getMessage(), e);
        }
    }

    private static FileChannel lock(Path directory, String file) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw taken(directory);
            }
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw taken(directory);
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
        letGo(lock);
        letGo(gate);
    }

    private void letGo(FileChannel held) {
        try {
            held.close();
        } catch (IOException e) {
            LOG.warn("cannot close the lock of {}", directory, e);
        }
    }
}
