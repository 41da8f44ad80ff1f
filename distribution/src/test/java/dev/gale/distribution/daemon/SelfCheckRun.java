package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Topology;
import dev.gale.examples.selfcheck.SampleLines;
import dev.gale.examples.selfcheck.SelfCheckTopology;
import dev.gale.examples.selfcheck.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The self-verifying topology on a cluster: it lasts until {@link #release}, and then its output is held against the truth. */
final class SelfCheckRun {
    static final String NAME = "self-check";

    /** Of a run that shows that nothing is lost. */
    static final int LINES = 200_000;

    /** Of one that shows something else in the first place. */
    static final int FEWER_LINES = Boolean.getBoolean("gale.test.long") ? LINES : 40_000;

    /** What is lost with a worker is sent again after one to two of these, and the end of a run waits for that. */
    private static final int TIMEOUT_SECONDS = 5;

    private final ProcessCluster cluster;
    private final Kind kind;
    private final SampleLines lines;
    private final Path output;

    /** A topology and how its output is judged. */
    private enum Kind {
        WORDS(SelfCheckTopology::topology, Verdict::of),
        COLORS(SelfCheckTopology::colors, Verdict::ofResults);

        private final BiFunction<SampleLines, Path, Topology> topology;
        private final Judge judge;

        Kind(BiFunction<SampleLines, Path, Topology> topology, Judge judge) {
            this.topology = topology;
            this.judge = judge;
        }
    }

    private interface Judge {
        Verdict of(SampleLines lines, Path output) throws IOException;
    }

    private SelfCheckRun(ProcessCluster cluster, Kind kind, SampleLines lines, Path output) {
        this.cluster = cluster;
        this.kind = kind;
        this.lines = lines;
        this.output = output;
    }

    /** Submits it and waits until data flows. */
    static SelfCheckRun start(ProcessCluster cluster, long lines, int workers) throws Exception {
        return start(cluster, Kind.WORDS, lines, workers);
    }

    /** In the shape of the colors example: two blue spouts, two green bolts with four tasks, six yellow bolts. */
    static SelfCheckRun startColors(ProcessCluster cluster, long lines, int workers) throws Exception {
        return start(cluster, Kind.COLORS, lines, workers);
    }

    private static SelfCheckRun start(ProcessCluster cluster, Kind kind, long lines, int workers) throws Exception {
        SelfCheckRun run = new SelfCheckRun(
                cluster, kind, new SampleLines(7, lines), Files.createTempDirectory(cluster.directory(), "output-"));
        Files.createFile(run.brake());
        Map<String, Object> conf = new HashMap<>(SelfCheckTopology.config());
        conf.put("topology.workers", workers);
        conf.put("topology.message.timeout.secs", TIMEOUT_SECONDS);
        cluster.client().submit(NAME, kind.topology.apply(run.lines, run.output), conf, jar());
        Await.until("every worker is prepared", () -> cluster.isSettled(NAME));
        run.expectData();
        return run;
    }

    /** Complete rows of the sinks that run in other processes, for lines that a process has counted. */
    long rowsElsewhereFrom(long pid) throws IOException {
        String end = "\t" + pid;
        long rows = 0;
        for (Path file : files("delivered-*-*-*")) {
            if (!file.getFileName().toString().split("-")[2].equals(Long.toString(pid))) {
                try (Stream<String> all = Files.lines(file)) {
                    rows += all.filter(row -> row.endsWith(end)).count();
                }
            }
        }
        return rows;
    }

    private List<Path> files(String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(output, pattern)) {
            stream.forEach(found::add);
        }
        return found;
    }

    /** Lines that arrive from now on, flushed at two different times. */
    void expectData() throws Exception {
        Await.growth("more lines arrive", 2, this::outputBytes);
    }

    /** Bytes in the files of the sinks. */
    long outputBytes() throws IOException {
        return files("*").stream().mapToLong(file -> file.toFile().length()).sum();
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
        Verdict verdict = kind.judge.of(lines, output);
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
