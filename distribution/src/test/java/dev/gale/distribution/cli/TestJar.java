package dev.gale.distribution.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes a jar of sources, as a user would. */
final class TestJar {
    private TestJar() {}

    /** @param sources by simple name, all in package {@code my} */
    static Path of(Path folder, Map<String, String> sources) throws IOException {
        Path source = Files.createDirectories(folder.resolve("source"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        for (Map.Entry<String, String> each : sources.entrySet()) {
            Files.writeString(
                    source.resolve(each.getKey() + ".java"),
                    "package my;\nimport dev.gale.api.*;\nimport java.util.*;\n" + each.getValue());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
                Stream<Path> files = Files.list(source)) {
            List<String> options =
                    List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            boolean done = compiler.getTask(
                            errors, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files.toList()))
                    .call();
            if (!done) {
                throw new IllegalArgumentException(errors.toString());
            }
        }
        return pack(classes, folder.resolve("my.jar"));
    }

    /** The same with one more file in it, of bytes that cannot be packed. */
    static Path withPadding(Path jar, Path larger, int bytes) throws IOException {
        byte[] padding = new byte[bytes];
        new Random(1).nextBytes(padding);
        return with(jar, larger, "padding", padding);
    }

    /** The same with one more entry. */
    static Path with(Path jar, Path other, String name, byte[] content) throws IOException {
        try (JarFile from = new JarFile(jar.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(other))) {
            for (JarEntry entry : Collections.list(from.entries())) {
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(from.getInputStream(entry).readAllBytes());
            }
            out.putNextEntry(new JarEntry(name));
            out.write(content);
        }
        return other;
    }

    private static Path pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                out.write(Files.readAllBytes(each));
            }
        }
        return jar;
    }
}
