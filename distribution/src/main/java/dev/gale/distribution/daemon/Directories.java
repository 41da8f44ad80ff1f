package dev.gale.distribution.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes what a cluster kept. */
final class Directories {
    private Directories() {}

    /** With everything in it, but nothing that a link in it leads to. */
    static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}
