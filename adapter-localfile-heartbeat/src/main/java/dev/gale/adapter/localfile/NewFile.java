package dev.gale.adapter.localfile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Making files that only their owner can read or write. */
final class NewFile {
    private static final String SUFFIX = ".new";

    private NewFile() {}

    /** Makes a file and opens it; what is there already, a link included, is an error. */
    static FileChannel create(Path path) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownersOnly = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        return FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                ownersOnly);
    }

    /** Where a writer of {@code place} makes its file before it renames it. */
    static Path besides(Path place, long writer) {
        return place.resolveSibling(place.getFileName() + "." + Long.toHexString(writer) + SUFFIX);
    }

    /** Removes what writers left that were killed between making a file and renaming it. */
    static void removeLeftovers(Path place) throws IOException {
        String prefix = place.getFileName() + ".";
        try (DirectoryStream<Path> found = Files.newDirectoryStream(
                place.toAbsolutePath().getParent(), path -> isLeftover(path.getFileName(), prefix))) {
            for (Path leftover : found) {
                Files.deleteIfExists(leftover);
            }
        } catch (NoSuchFileException e) {
            // Without a directory there is nothing left over.
        }
    }

    private static boolean isLeftover(Path name, String prefix) {
        return name.toString().startsWith(prefix) && name.toString().endsWith(SUFFIX);
    }
}
