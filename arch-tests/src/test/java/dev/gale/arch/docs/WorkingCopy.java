package dev.gale.arch.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A folder with the scripts of this working copy and nothing to build, so that they can be run to their end in a moment. What they start
 * is made up: each Java says its version and otherwise its arguments, and Maven does what a test lets it do.
 */
record WorkingCopy(Path root) {
    private static final List<String> SCRIPTS = List.of("demo.sh", "test.sh", "bench.sh");

    /** What the demo is built from. */
    private static final List<String> MODULES = List.of(
            "spi",
            "engine-domain",
            "engine-runtime",
            "adapter-memory",
            "adapter-localfile-heartbeat",
            "adapter-netty",
            "adapter-aeron",
            "adapter-zookeeper",
            "adapter-etcd",
            "adapter-http",
            "examples",
            "distribution");

    /** What a script said, on both outputs, and its exit code. */
    record Outcome(int code, String output) {}

    static WorkingCopy in(Path folder) throws IOException {
        WorkingCopy copy = new WorkingCopy(folder.resolve("gale"));
        Files.createDirectories(copy.root.resolve(".ci"));
        for (String script : SCRIPTS) {
            copy(Repository.ROOT.resolve(script), copy.root.resolve(script));
        }
        try (Stream<Path> parts = Files.list(Repository.ROOT.resolve(".ci"))) {
            for (Path part : parts.toList()) {
                copy(part, copy.root.resolve(".ci").resolve(part.getFileName()));
            }
        }
        Files.writeString(copy.root.resolve("pom.xml"), "");
        for (String module : MODULES) {
            Files.createDirectories(copy.root.resolve(module));
            Files.writeString(copy.root.resolve(module).resolve("pom.xml"), "");
        }
        copy.program("javac", "");
        copy.program("etcd", "");
        copy.program("mvn", "exit 1");
        copy.java("java", "17.0.1");
        return copy;
    }

    /** The home of a Java of that version. */
    Path java(String name, String version) throws IOException {
        program(name + "/bin/java", """
                case $1 in
                    -version) echo "Picked up JAVA_TOOL_OPTIONS: none" >&2; echo "openjdk version \\"%s\\" 2024-10-15" >&2 ;;
                    *) printf '%%s\\n' "$@" ;;
                esac
                """.formatted(version));
        return programs().resolve(name);
    }

    /** A program that the scripts find on their path. */
    void program(String name, String code) throws IOException {
        Path program = programs().resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/usr/bin/env bash\nroot='" + root + "'\n" + code + "\n");
        program.toFile().setExecutable(true);
    }

    Process start(Path javaHome, String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("PATH", programs() + ":" + System.getenv("PATH"));
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    Outcome run(Path javaHome, String... command) throws IOException, InterruptedException {
        Process process = start(javaHome, command);
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    /** Waits until a program that is running has made that file. */
    void awaitFile(String name) {
        while (!Files.exists(root.resolve(name))) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            if (Thread.interrupted()) {
                throw new IllegalStateException("there is no " + name);
            }
        }
    }

    private Path programs() {
        return root.resolveSibling("programs");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
}
