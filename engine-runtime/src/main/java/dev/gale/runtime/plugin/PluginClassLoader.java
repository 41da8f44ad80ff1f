package dev.gale.runtime.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The classes of one plugin: the jars of its folder. They see the JDK and, shared with the engine, spi, slf4j-api and JSpecify, and
 * nothing else of the engine, its libraries or other plugins. A copy of a shared package among the jars is not looked at.
 */
final class PluginClassLoader extends URLClassLoader {
    private static final String SPI = "dev.gale.spi.";
    /** With their exact names: what binds slf4j to a logging library lies in packages below, and is the engine's own affair. */
    private static final Set<String> SHARED =
            Set.of("org.slf4j", "org.slf4j.event", "org.slf4j.helpers", "org.slf4j.spi", "org.jspecify.annotations");

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader engine = PluginClassLoader.class.getClassLoader();
    private final List<Path> jars;

    private PluginClassLoader(Path place, List<Path> jars) {
        super(
                String.valueOf(place.getFileName()),
                jars.stream().map(PluginClassLoader::url).toArray(URL[]::new),
                getPlatformClassLoader());
        this.jars = jars;
    }

    /**
     * @param place a folder with jars, or one jar
     * @throws IOException if it cannot be read
     */
    static PluginClassLoader of(Path place) throws IOException {
        if (Files.isRegularFile(place)) {
            return new PluginClassLoader(place, List.of(place));
        }
        try (Stream<Path> files = Files.list(place)) {
            return new PluginClassLoader(
                    place,
                    files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                            .sorted()
                            .toList());
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return isShared(name) ? engine.loadClass(name) : super.loadClass(name, resolve);
    }

    List<Path> jars() {
        return jars;
    }

    /** What is wrong with each jar that is none: classes are looked for past such a file without a word. */
    List<String> unreadable() {
        List<String> problems = new ArrayList<>();
        for (Path jar : jars) {
            try {
                new JarFile(jar.toFile()).close();
            } catch (IOException e) {
                problems.add(jar.getFileName() + " cannot be read as a jar: " + e.getMessage());
            }
        }
        return problems;
    }

    private static boolean isShared(String className) {
        return className.startsWith(SPI)
                || SHARED.contains(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + " has no URL", e);
        }
    }
}
