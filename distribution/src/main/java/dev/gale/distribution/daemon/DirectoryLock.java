package dev.gale.distribution.daemon;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a local directory for one daemon. The operating system holds the lock and lets it go when the process ends, however that
 * happens; the pid in the file is for people.
 */
final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "daemon.lock";
    private static final int LONGEST_PID = 20;

    /**
     * Of this process. A second channel for the same file must not even be opened: to close it would let the lock of the first go.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /** @throws EngineException REJECTED if another daemon has it, with what to change; FATAL if the directory cannot be used */
    static DirectoryLock take(Path directory) {
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path real = directory.toRealPath();
            if (!HELD.add(real)) {
                throw taken(real, ", pid " + ProcessHandle.current().pid());
            }
            try {
                return new DirectoryLock(real, open(real));
            } catch (IOException | RuntimeException e) {
                HELD.remove(real);
                throw e;
            }
        } catch (IOException e) {
            throw new EngineException(
                    Category.FATAL,
                    "The directory " + directory + " cannot be used: " + why(e) + "; see gale.local.dir",
                    e);
        }
    }

    /** The JDK's messages name either the path or the reason, seldom both. */
    private static String why(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "there is a file of this name";
        }
        if (e instanceof NoSuchFileException) {
            return "it cannot be made";
        }
        return e instanceof FileSystemException known && known.getReason() != null
                ? known.getReason()
                : String.valueOf(e.getMessage());
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(directory);
        }
    }

    private static FileChannel open(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw taken(directory, pid(channel));
            }
            byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(pid), 0);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static EngineException taken(Path directory, String owner) {
        return new EngineException(
                Category.REJECTED,
                "The directory " + directory + " is in use by another daemon" + owner
                        + "; set gale.local.dir to another directory, or end that daemon first");
    }

    private static String pid(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_PID);
        channel.read(bytes, 0);
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        return text.matches("[0-9]+") ? ", pid " + text : "";
    }
}
