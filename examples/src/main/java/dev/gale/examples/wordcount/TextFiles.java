package dev.gale.examples.wordcount;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;

/**
 * Finds the files of an input as {@code find -L PATH -type f} does: links are followed, a folder that contains itself through a link
 * is entered once, and what is no regular file (a pipe, a device, a link to nothing) is passed over. In the order of the names' bytes.
 */
final class TextFiles {
    private TextFiles() {}

    /** @throws InputException if something is missing or may not be read */
    static List<Path> under(Path path) throws InputException {
        if (!Files.exists(path)) {
            throw new InputException("There is no file or folder " + path);
        }
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new Collector(files));
        } catch (IOException e) {
            throw new InputException("Cannot read " + InputException.describe(e), e);
        }
        if (files.isEmpty()) {
            throw new InputException("There is no regular file in " + path);
        }
        for (Path file : files) {
            if (!Files.isReadable(file)) {
                throw new InputException("Cannot read " + file + ": permission denied");
            }
        }
        Collections.sort(files);
        return files;
    }

    private static final class Collector extends SimpleFileVisitor<Path> {
        private final List<Path> files;

        Collector(List<Path> files) {
            this.files = files;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
                files.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
            if (problem instanceof FileSystemLoopException) {
                return FileVisitResult.CONTINUE;
            }
            throw problem;
        }
    }
}
