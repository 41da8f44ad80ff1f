package dev.gale.arch.sample.bad.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class OpensAFile {
    String read(Path path) throws IOException {
        return Files.readString(path);
    }
}
