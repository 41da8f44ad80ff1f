package dev.gale.distribution.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which Gale this is, as the build has written it down. */
public final class Version {
    private Version() {}

    public static String text() {
        Properties properties = new Properties();
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
