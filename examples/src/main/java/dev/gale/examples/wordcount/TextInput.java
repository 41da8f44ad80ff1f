package dev.gale.examples.wordcount;

import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * What is read: files, in this order, the whole list so many times. Files are kept as URIs because these carry a name byte by byte,
 * whatever the locale; a path as a string does not.
 */
public record TextInput(List<URI> files, int repeat) implements Serializable {
    /** The offset in a file takes this many bits of a place, the file's number those above. */
    private static final int OFFSET_BITS = 40;

    public TextInput {
        files = List.copyOf(files);
        if (repeat < 1) {
            throw new IllegalArgumentException("The input is read at least once, not " + repeat + " times");
        }
        if ((long) files.size() * repeat >= 1L << (Long.SIZE - 1 - OFFSET_BITS)) {
            throw new IllegalArgumentException(files.size() + " files read " + repeat + " times are too many files");
        }
    }

    public static TextInput of(List<Path> files, int repeat) {
        return new TextInput(files.stream().map(Path::toUri).toList(), repeat);
    }

    /** How many files are read, counting each as often as it is read. */
    int readings() {
        return files.size() * repeat;
    }

    Path file(int reading) {
        return Path.of(files.get(reading % files.size()));
    }

    /** The place of the first byte in that reading of a file. */
    static long firstPlace(int reading) {
        return (long) reading << OFFSET_BITS;
    }
}
