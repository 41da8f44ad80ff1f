package dev.gale.runtime.supervisor;

import dev.gale.spi.plugin.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.zip.CRC32C;

/**
 * A small file that survives a crash of the host whole, in its new form or its old. Behind the content is a line with its checksum:
 * what a bad disk or a hand has changed is damage too, though it may still make sense.
 */
final class CheckedFile {
    private static final int MAX_BYTES = 64 * 1024 * 1024;

    private CheckedFile() {}

    /** What is there is not what was written. */
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(String message) {
            super(message);
        }
    }

    /** Replaces a file, and returns when that is on disk. */
    static void write(Path file, Bytes content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        LocalTree.delete(fresh);
        try (FileChannel out = FileChannel.open(
                fresh, EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), LocalTree.OWNERS_FILE)) {
            writeAll(out, content.buffer());
            writeAll(out, ByteBuffer.wrap(trailer(content)));
            out.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        syncDirectoryOf(file);
    }

    /**
     * @throws NoSuchFileException if there is nothing
     * @throws DamagedException if there is something else
     */
    static Bytes read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new DamagedException("it is no file");
        }
        long size = Files.size(file);
        if (size > MAX_BYTES) {
            throw new DamagedException("it has " + size + " bytes");
        }
        byte[] all = Files.readAllBytes(file);
        int end = all.length - trailer(Bytes.empty()).length;
        if (end < 0) {
            throw new DamagedException("it has only " + all.length + " bytes");
        }
        Bytes content = Bytes.of(Arrays.copyOf(all, end));
        if (!Arrays.equals(all, end, all.length, trailer(content), 0, all.length - end)) {
            throw new DamagedException("its checksum is not that of its " + all.length + " bytes");
        }
        return content;
    }

    /** A rename is on disk only when its directory is. */
    static void syncDirectoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    private static byte[] trailer(Bytes content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content.buffer());
        return String.format("\n{\"crc32c\":\"%08x\"}\n", checksum.getValue()).getBytes(StandardCharsets.US_ASCII);
    }
}
