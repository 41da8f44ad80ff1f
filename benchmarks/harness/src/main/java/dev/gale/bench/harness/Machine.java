package dev.gale.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Where and of what the results are. */
final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";

    private Machine() {}

    static Map<String, String> description(Path root) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(
                "machine",
                processor() + ", " + processors() + " cores, " + System.getProperty("os.name") + " "
                        + System.getProperty("os.version"));
        fields.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        fields.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        fields.put("commit", commit(root));
        return fields;
    }

    static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Negative where the system does not tell. */
    static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String processor() {
        if (!Files.isReadable(CPU_INFO)) {
            return System.getProperty("os.arch");
        }
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    private static String commit(Path root) {
        String head = git(root, "rev-parse", "HEAD");
        return head.isEmpty() ? UNKNOWN : git(root, "status", "--porcelain").isEmpty() ? head : head + " and changes";
    }

    private static String git(Path root, String... words) {
        try {
            Process git = new ProcessBuilder(
                            Stream.concat(Stream.of("git"), Stream.of(words)).toList())
                    .directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? answer : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
