package dev.gale.runtime.code;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files and directories that nobody else may look into, and that are still there after a power cut. */
final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final int BUFFER = 64 * 1024;

    private PrivateFiles() {}

    /**
     * Creates a directory, or takes one that is there if it is this process's own.
     *
     * @return its real path
     * @throws EngineException with category FATAL if others own it or may look into it, or it cannot be used
     */
    static Path directory(Path path) {
        try {
            Files.createDirectories(path, attributes(path, "rwx------"));
            Path real = path.toRealPath();
            if (isPosix(real)) {
                checkAccess(real);
            }
            return real;
        } catch (IOException e) {
            throw new EngineException(
                    EngineException.Category.FATAL, "The directory " + path + " cannot be used: " + e, e);
        }
    }

    static Path temporaryDirectory(Path parent, String prefix) throws IOException {
        return Files.createTempDirectory(parent, prefix, attributes(parent, "rwx------"));
    }

    /** A new file. */
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes(file, "rw-------"));
    }

    /**
     * Writes a new file, durably.
     *
     * @param digest gets every byte
     * @throws EngineException with category REJECTED as soon as there is more than the limit
     */
    static void write(InputStream from, Path file, long limit, MessageDigest digest) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long written = 0;
        try (FileChannel channel = create(file)) {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                written += count;
                if (written > limit) {
                    throw new EngineException(
                            EngineException.Category.REJECTED,
                            file.getFileName() + " has more than " + limit + " bytes, its limit");
                }
                digest.update(buffer, 0, count);
                ByteBuffer left = ByteBuffer.wrap(buffer, 0, count);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
            }
            channel.force(true);
        }
    }

    /** Makes durable which names a directory has. */
    static void sync(Path directory) throws IOException {
        if (isPosix(directory)) { // elsewhere a directory cannot be opened
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Removes a file, or a directory with everything in it. What a link points to stays. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void checkAccess(Path directory) throws IOException {
        Set<PosixFilePermission> open = EnumSet.copyOf(Files.getPosixFilePermissions(directory));
        open.removeAll(OWNERS);
        if (!open.isEmpty()) {
            throw new EngineException(
                    EngineException.Category.FATAL,
                    "Others may look into " + directory + ", which holds secrets; chmod 700 " + directory);
        }
        Path probe = Files.createTempFile(directory, ".probe-", "");
        UserPrincipal self = Files.getOwner(probe);
        Files.delete(probe);
        if (!Files.getOwner(directory).equals(self)) {
            throw new EngineException(
                    EngineException.Category.FATAL,
                    directory + " belongs to " + Files.getOwner(directory) + " and not to " + self
                            + ", who runs this process; give it to " + self);
        }
    }

    private static FileAttribute<?>[] attributes(Path near, String permissions) {
        return isPosix(near)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
