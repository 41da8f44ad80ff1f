package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.examples.selfcheck.SampleLines;
import dev.gale.examples.selfcheck.SelfCheckTopology;
import dev.gale.examples.selfcheck.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The self-verifying topology on a cluster: it lasts until {@link #release}, and then its output is held against the truth. */
final class SelfCheckRun {
    static final String NAME = "self-check";

    private final ProcessCluster cluster;
    private final SampleLines lines;
    private final Path output;

    private SelfCheckRun(ProcessCluster cluster, SampleLines lines, Path output) {
        this.cluster = cluster;
        this.lines = lines;
        this.output = output;
    }

    /** Submits it and waits until data flows. */
    static SelfCheckRun start(ProcessCluster cluster, long lines, int workers) throws Exception {
        SelfCheckRun run = new SelfCheckRun(
                cluster,
                new SampleLines(7, lines),
                Files.createDirectories(cluster.directory().resolve("output")));
        Files.createFile(run.brake());
        Map<String, Object> conf = new HashMap<>(SelfCheckTopology.config());
        conf.put("topology.workers", workers);
        cluster.client().submit(NAME, SelfCheckTopology.topology(run.lines, run.output), conf, jar());
        Await.until("every worker is prepared", () -> cluster.isSettled(NAME));
        run.expectData();
        return run;
    }

    /** Lines that arrive from now on, flushed at two different times. */
    void expectData() {
        Await.growth("more lines arrive", 2, this::outputBytes);
    }

    /** Bytes in the files of the sinks. */
    long outputBytes() {
        try (Stream<Path> files = Files.list(output)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the run come to its end, and expects that no task runs twice, and that nothing was lost or counted wrongly. */
    Verdict finish() throws Exception {
        Await.until("each task runs once", () -> cluster.isSettled(NAME));
        release();
        Await.until(
                "every line is acked",
                2 * Await.PATIENCE_NANOS,
                () -> cluster.client().status(NAME).equals("FINISHED"));
        Await.until("no worker is left", () -> cluster.workers().isEmpty());
        Verdict verdict = Verdict.of(lines, output);
        assertThat(verdict).matches(Verdict::isGood);
        return verdict;
    }

    void release() throws IOException {
        Files.deleteIfExists(brake());
    }

    private Path brake() {
        return output.resolve(SelfCheckTopology.BRAKE);
    }

    /** The examples, as their author would ship them. */
    static byte[] jar() throws IOException, URISyntaxException {
        Path place = Path.of(SelfCheckTopology.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isRegularFile(place)) {
            return Files.readAllBytes(place);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes);
                Stream<Path> files = Files.walk(place)) {
            for (Path file :
                    files.filter(it -> it.toString().endsWith(".class")).toList()) {
                jar.putNextEntry(new ZipEntry(place.relativize(file).toString()));
                jar.write(Files.readAllBytes(file));
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
