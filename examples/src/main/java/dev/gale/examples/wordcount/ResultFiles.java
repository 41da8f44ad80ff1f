package dev.gale.examples.wordcount;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder of result files and their names: {@code words-<partition>-<task>-<life>}, and {@code pieces-<task>-<life>}. Every
 * instance of a bolt writes files of its own, so that a file that ends in the middle of a record, because its writer died, is never
 * appended to. Equal words are in the files of one partition.
 */
record ResultFiles(Path directory) {
    private static final int PARTITION_BITS = 4;

    static final int PARTITIONS = 1 << PARTITION_BITS;

    /** By the upper bits of a product that every bit of the hash reaches; the lower bits would repeat those that a map sorts by. */
    static int partition(String word) {
        return word.hashCode() * 0x9E3779B9 >>> Integer.SIZE - PARTITION_BITS;
    }

    DataOutputStream createWords(int partition, int task) throws IOException {
        return create("words-" + partition + "-" + task);
    }

    DataOutputStream createPieces(int task) throws IOException {
        return create("pieces-" + task);
    }

    List<Path> words(int partition) throws IOException {
        return list("words-" + partition + "-*");
    }

    List<Path> pieces() throws IOException {
        return list("pieces-*");
    }

    /** The sorted table of one partition, made by the fold. */
    Path run(int partition) {
        return directory.resolve("run-" + partition);
    }

    /** The table while it is not complete. */
    Path draft() {
        return directory.resolve("table");
    }

    private DataOutputStream create(String prefix) throws IOException {
        for (int life = 0; ; life++) {
            Path file = directory.resolve(prefix + "-" + life);
            try {
                return new DataOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)));
            } catch (FileAlreadyExistsException e) {
                // An earlier instance of this task wrote it; the next number is tried.
            }
        }
    }

    private List<Path> list(String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
            stream.forEach(files::add);
        }
        return files;
    }
}
