package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of one writer.
 *
 * <p>The first beat makes a file and renames it over the place, so that it replaces whatever is there in one step. Later
 * beats go into that file by positional writes, which are safe whatever happens to the file meanwhile: a mapped one that
 * is cut would fault. Before each write one look at the place tells whether the file is still there:
 *
 * <ul>
 *   <li>nothing is there: a new file is made, but never over one that appeared meanwhile;
 *   <li>the file has another length: it is written anew;
 *   <li>a file of a newer writer is there: this one is replaced, and told so with category FENCED;
 *   <li>anything else is there: it is left alone, and the beat fails.
 * </ul>
 *
 * A newer writer's rename between the look and the write does no harm: the write goes to a file without a name.
 */
final class WriterFile {
    private final Path place;
    private final long writer;
    private final Counter madeAnew;
    private @Nullable FileChannel channel;
    private @Nullable Object key;

    /** @param writer a random number that no other writer of the place has */
    WriterFile(Path place, long writer, Counter madeAnew) {
        this.place = place;
        this.writer = writer;
        this.madeAnew = madeAnew;
    }

    Path place() {
        return place;
    }

    /** Writes a beat; when that fails, the beat before is still there, unless the whole file is not. */
    void write(Beat beat) throws IOException {
        ByteBuffer half = Half.encode(new StoredBeat(writer, beat));
        int offset = FileContent.offset(beat.sequence());
        FileChannel own = channel;
        if (own == null) {
            replace(half, offset);
            return;
        }
        BasicFileAttributes there = attributesIfThere();
        if (there == null) {
            makeAnew(own, half, offset);
            return;
        }
        if (!own.isOpen() || !Objects.equals(key, there.fileKey())) {
            own = reopen(own, there);
        }
        if (there.size() == FileContent.BYTES) {
            writeFully(own, half, offset);
        } else {
            writeFully(own, wholeFile(half, offset), 0);
            own.truncate(FileContent.BYTES);
            madeAnew.increment();
        }
    }

    void close() {
        FileChannel own = channel;
        if (own != null) {
            closeQuietly(own);
        }
    }

    private void replace(ByteBuffer half, int offset) throws IOException {
        Path beside = NewFile.besides(place, writer);
        FileChannel made = NewFile.create(beside);
        try {
            writeFully(made, wholeFile(half, offset), 0);
            Object madeKey = attributes(beside).fileKey();
            Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            channel = made;
            key = madeKey;
        } finally {
            if (channel == null) {
                closeQuietly(made);
                Files.deleteIfExists(beside);
            }
        }
    }

    private void makeAnew(FileChannel gone, ByteBuffer half, int offset) throws IOException {
        closeQuietly(gone);
        FileChannel made = NewFile.create(place);
        channel = made;
        writeFully(made, wholeFile(half, offset), 0);
        key = attributes(place).fileKey();
        madeAnew.increment();
    }

    /** For a channel that an interrupt closed, and a file that was copied and put back. */
    private FileChannel reopen(FileChannel lost, BasicFileAttributes there) throws IOException {
        closeQuietly(lost);
        if (!there.isRegularFile()) {
            throw new FileSystemException(place.toString(), null, "something else is there, and no ordinary file");
        }
        FileChannel found = FileChannel.open(
                place, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        channel = found;
        rejectOthers(found);
        key = there.fileKey();
        return found;
    }

    /** Looks through the channel, so that what is judged and what is written to are the same file. */
    private void rejectOthers(FileChannel found) throws IOException {
        FileContent content = FileContent.of(Channels.newInputStream(found).readNBytes(FileContent.BYTES + 1));
        StoredBeat newest = content.newest().orElse(null);
        if (newest != null && newest.writer() == writer) {
            return;
        }
        closeQuietly(found);
        if (newest != null) {
            throw new EngineException(
                    Category.FENCED,
                    place + " has been taken over by " + newest.beat().writer());
        }
        throw new FileSystemException(place.toString(), null, "another file is there that " + content.detail());
    }

    private @Nullable BasicFileAttributes attributesIfThere() throws IOException {
        try {
            return attributes(place);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static ByteBuffer wholeFile(ByteBuffer half, int offset) {
        return ByteBuffer.allocate(FileContent.BYTES).position(offset).put(half).position(0);
    }

    private static void writeFully(FileChannel to, ByteBuffer content, int offset) throws IOException {
        int from = content.position();
        while (content.hasRemaining()) {
            to.write(content, offset + content.position() - from);
        }
    }

    /** What was written is in the file already, so there is nothing to lose. */
    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing to lose, and nothing to do.
        }
    }
}
