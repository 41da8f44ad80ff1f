package dev.gale.examples.wordcount;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A new folder that is deleted with everything in it. */
record Scratch(Path path) implements Closeable {
    static Scratch createIn(Path parent, String prefix) throws IOException {
        return new Scratch(Files.createTempDirectory(Files.createDirectories(parent), prefix));
    }

    @Override
    public void close() throws IOException {
        try {
            Files.walkFileTree(path, new Deleter());
        } catch (NoSuchFileException e) {
            // Closed before.
        }
    }

    private static final class Deleter extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
