package dev.gale.runtime.config;

import java.util.Optional;

/**
 * A PKCS 12 file, of keys or of certificates that are trusted.
 *
 * @param password none if the file has none
 */
public record KeyStoreFile(String path, Optional<Secret> password) {
    static Optional<KeyStoreFile> of(Configuration configuration, ConfigKey<String> path, ConfigKey<Secret> password) {
        return configuration.find(path).map(file -> new KeyStoreFile(file, configuration.find(password)));
    }
}
