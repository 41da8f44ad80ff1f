package dev.gale.runtime.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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

    private PluginClassLoader(String name, URL[] jars) {
        super(name, jars, getPlatformClassLoader());
    }

    /**
     * @param place a folder with jars, or one jar
     * @throws IOException if it cannot be read
     */
    static PluginClassLoader of(Path place) throws IOException {
        if (Files.isRegularFile(place)) {
            return new PluginClassLoader(String.valueOf(place.getFileName()), new URL[] {url(place)});
        }
        try (Stream<Path> files = Files.list(place)) {
            URL[] jars = files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .sorted()
                    .map(PluginClassLoader::url)
                    .toArray(URL[]::new);
            return new PluginClassLoader(String.valueOf(place.getFileName()), jars);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return isShared(name) ? engine.loadClass(name) : super.loadClass(name, resolve);
    }

    List<URL> jars() {
        return List.of(getURLs());
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
