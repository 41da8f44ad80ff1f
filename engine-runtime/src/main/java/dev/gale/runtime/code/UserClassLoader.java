package dev.gale.runtime.code;

import dev.gale.api.Component;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one topology's author. They see the JDK, the API and slf4j-api, which they share with the engine, and nothing else of
 * the engine or its libraries: an author brings any version of any library. What the author brings wins over everything but the
 * shared packages and {@code java.}, and a copy of a shared package in the author's jar is not looked at.
 */
public final class UserClassLoader extends URLClassLoader {
    /** With their exact names: what binds slf4j to a logging library lies in packages below, and is the engine's own affair. */
    private static final Set<String> SHARED = new TreeSet<>(Set.of(
            Component.class.getPackageName(), "org.slf4j", "org.slf4j.event", "org.slf4j.helpers", "org.slf4j.spi"));

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader engine;

    /**
     * Opens the jar when the first class is asked for.
     *
     * @param topology for people
     */
    public UserClassLoader(String topology, Path jar) {
        super(topology, new URL[] {url(jar)}, getPlatformClassLoader());
        engine = UserClassLoader.class.getClassLoader();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (SHARED.contains(packageOf(name))) {
            return engine.loadClass(name);
        }
        if (name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = findOwnClass(name);
            }
            if (loaded == null) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    /** The author's own comes first; of the engine's class path nothing is seen. */
    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> found = new ArrayList<>(Collections.list(findResources(name)));
        found.addAll(Collections.list(getParent().getResources(name)));
        return Collections.enumeration(found);
    }

    private @Nullable Class<?> findOwnClass(String name) {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + " has no URL", e);
        }
    }
}
