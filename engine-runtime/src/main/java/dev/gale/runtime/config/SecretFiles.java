package dev.gale.runtime.config;

import java.io.IOException;

/** Reads the files that hold a secret. */
@FunctionalInterface
public interface SecretFiles {
    /**
     * The secret in that file, without the line break behind it.
     *
     * @throws IOException if there is none; its message is shown and must not have the content
     */
    String read(String path) throws IOException;
}
