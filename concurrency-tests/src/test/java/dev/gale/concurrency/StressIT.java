package dev.gale.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs all jcstress tests for a moment each: about a minute on a quiet machine of two processors. */
@EnabledIfSystemProperty(named = "gale.test.long", matches = "true", disabledReason = "part of ./test.sh --long")
class StressIT {
    private static final int LONGEST_MINUTES = 10;
    private static final Path FOLDER = Path.of("target", "jcstress").toAbsolutePath();

    @Test
    @Timeout(value = LONGEST_MINUTES + 1, unit = TimeUnit.MINUTES)
    void onlyExpectedResultsAreObserved() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        Path log = FOLDER.resolve("log.txt");
        Process process = new ProcessBuilder(command())
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES))
                    .as("ended within %d minutes; see %s", LONGEST_MINUTES, log)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String output = Files.readString(log);
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).contains("All remaining tests: " + count() + " matching test results");
    }

    /** Twice a quarter of a second for each test, on each of the JVM's variants that jcstress knows. */
    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-f",
                "1",
                "-iters",
                "2",
                "-time",
                "250",
                "-sc",
                "false",
                "-jvmArgs",
                "-XX:+UseParallelGC",
                "-r",
                FOLDER.toString());
    }

    /** The tests that the annotation processor has found: one line each. */
    private static long count() throws IOException {
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path list = Path.of(place, "META-INF", "TestList");
            if (Files.exists(list)) {
                return Files.readAllLines(list).size();
            }
        }
        throw new AssertionError("no list of tests on the class path");
    }
}
