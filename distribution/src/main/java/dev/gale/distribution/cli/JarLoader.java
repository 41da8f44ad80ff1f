package dev.gale.distribution.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The classes of a user's jar. They see the JDK, Gale and slf4j; the libraries of the command line are hidden, so that a jar can bring
 * its own. Knows where the topologies of its main class go.
 */
final class JarLoader extends URLClassLoader {
    private static final List<String> SHARED = List.of("dev.gale.", "org.slf4j.");
    private static final String SERVICES = "META-INF/services/dev.gale.";

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader engine;
    private final Submission submission;

    JarLoader(Path jar, Submission submission) throws MalformedURLException {
        super(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        engine = JarLoader.class.getClassLoader();
        this.submission = submission;
    }

    Submission submission() {
        return submission;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (SHARED.stream().anyMatch(name::startsWith)) {
            try {
                return engine.loadClass(name);
            } catch (ClassNotFoundException e) {
                // The examples, for instance, are in a jar of their own.
            }
        }
        return super.loadClass(name, resolve);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Set<URL> found = new LinkedHashSet<>();
        if (name.startsWith(SERVICES)) {
            found.addAll(Collections.list(engine.getResources(name)));
        }
        found.addAll(Collections.list(super.getResources(name)));
        return Collections.enumeration(found);
    }
}
