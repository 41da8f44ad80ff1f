package dev.gale.runtime.supervisor;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The Java that workers run on.
 *
 * @param executable such as {@code /usr/lib/jvm/java-17/bin/java}
 * @param feature its version, such as 17
 */
public record Jvm(Path executable, int feature) {
    /** Versions before it do not know {@code --sun-misc-unsafe-memory-access}, and do not start with it. */
    private static final int ASKS_ABOUT_UNSAFE = 23;

    /** Versions before it need no leave for native code. */
    private static final int ASKS_ABOUT_NATIVE_CODE = 22;

    /** What this process runs on. */
    public static Jvm current() {
        return new Jvm(
                java(Path.of(System.getProperty("java.home"))),
                Runtime.version().feature());
    }

    /**
     * What is installed in a directory.
     *
     * @throws IllegalArgumentException if that is no Java
     */
    public static Jvm at(Path home) {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    home + " is no installed Java: its file 'release' cannot be read: " + Reasons.of(e), e);
        }
        String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
        try {
            return new Jvm(java(home), Runtime.Version.parse(version).feature());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    home + " is no installed Java: its file 'release' says JAVA_VERSION=" + version, e);
        }
    }

    /** What the engine's libraries need of this version. A flag that a version does not know would stop it. */
    public List<String> flags() {
        List<String> flags = new ArrayList<>(List.of(
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED"));
        if (feature >= ASKS_ABOUT_NATIVE_CODE) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        if (feature >= ASKS_ABOUT_UNSAFE) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve("java");
    }
}
