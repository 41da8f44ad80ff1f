package dev.gale.arch.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The working copy that this build runs in. */
final class Repository {
    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");

    static final Path ROOT = root();

    private Repository() {}

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("test.sh"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "not inside a working copy: " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }

    static String read(String file) {
        return read(ROOT.resolve(file));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> modules() {
        return MODULE.matcher(read("pom.xml")).results().map(it -> it.group(1)).toList();
    }

    /** The packages of a module that have a class. */
    static SortedSet<String> packages(String module) {
        Path sources = ROOT.resolve(module).resolve("src/main/java");
        if (!Files.exists(sources)) {
            return new TreeSet<>();
        }
        return walk(sources)
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("package-info.java"))
                .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** README, ARCHITECTURE, CONTRIBUTING and everything in docs. */
    static List<Path> documents() {
        return Stream.concat(files(ROOT), walk(ROOT.resolve("docs")))
                .filter(file -> file.toString().endsWith(".md"))
                .sorted()
                .toList();
    }

    /** What {@code pattern} finds in {@code text}: its first group. */
    static List<String> find(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult it) -> it.group(1))
                .toList();
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
