package dev.gale.arch.sample.bad.engine.task;

import java.io.FileInputStream;
import java.io.IOException;

final class ReadsFiles {
    int first(String name) throws IOException {
        try (FileInputStream in = new FileInputStream(name)) {
            return in.read();
        }
    }
}
