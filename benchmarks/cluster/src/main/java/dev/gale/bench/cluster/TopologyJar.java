package dev.gale.bench.cluster;

import dev.gale.bench.harness.Scenario;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The jar with the classes of the topologies here, which a submit uploads. */
final class TopologyJar {
    private TopologyJar() {}

    static void write(Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Class<?> one : List.of(TopologyJar.class, Scenario.class)) {
                Path classes = place(one);
                try (Stream<Path> files = Files.walk(classes)) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        String name = classes.relativize(file).toString();
                        if (name.startsWith("dev/gale/bench/")) {
                            out.putNextEntry(new ZipEntry(name));
                            Files.copy(file, out);
                            out.closeEntry();
                        }
                    }
                }
            }
        }
    }

    private static Path place(Class<?> of) throws IOException {
        try {
            Path place = Path.of(
                    of.getProtectionDomain().getCodeSource().getLocation().toURI());
            // The class path of a module that was built has the jars of the others.
            Path classes = Files.isDirectory(place) ? place : place.resolveSibling("classes");
            if (!Files.isDirectory(classes)) {
                throw new IOException("there are no classes at " + classes);
            }
            return classes;
        } catch (URISyntaxException e) {
            throw new IOException("the classes of " + of + " cannot be found", e);
        }
    }
}
