package dev.gale.examples.wordcount;

import dev.gale.api.Config;
import dev.gale.api.TopologyStatus;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import dev.gale.local.ReportedError;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The demo: counts the words of a file or folder on a cluster in this JVM with two workers. Results go to the standard output,
 * everything else to the standard error. Exit codes: 0 every line was counted, 1 the count failed, 2 wrong arguments or input.
 */
public final class WordCountDemo {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private static final int WORKERS = 2;
    private static final int TOP_ROWS = 10;
    private static final Duration LOOK_PERIOD = Duration.ofMillis(100);

    private final Path directory;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;

    /**
     * @param directory where the table goes, and intermediate files while it runs
     * @param terminal whether {@code err} is one, so that lines can be written over
     */
    WordCountDemo(Path directory, PrintStream out, PrintStream err, boolean terminal) {
        this.directory = directory;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    public static void main(String[] arguments) {
        Path directory = Path.of(System.getProperty("gale.demo.directory", "target/demo"));
        boolean terminal = Boolean.getBoolean("gale.demo.terminal");
        System.exit(new WordCountDemo(directory, System.out, System.err, terminal).run(List.of(arguments)));
    }

    int run(List<String> arguments) {
        try (Interruption interruption = Interruption.watch()) {
            try {
                return run(DemoOptions.parse(arguments));
            } catch (InputException e) {
                err.println("demo: " + e.getMessage());
                return USAGE;
            } catch (RunFailedException e) {
                return interruption.happened()
                        ? FAILED
                        : explain(
                                String.valueOf(e.getMessage()),
                                "see to that and try again; GALE_LOG_LEVEL=DEBUG tells more");
            } catch (IOException e) {
                return interruption.happened()
                        ? FAILED
                        : explain(e.toString(), "see that " + directory + " can be written and has room");
            }
        }
    }

    private int run(DemoOptions options) throws InputException, IOException, RunFailedException {
        if (options.help()) {
            out.println(DemoOptions.USAGE);
        } else {
            count(TextInput.of(TextFiles.under(options.path()), options.repeat()));
        }
        return OK;
    }

    private int explain(String problem, String whatToDo) {
        err.println("demo: the word count failed: " + problem);
        err.println("demo: " + whatToDo);
        return FAILED;
    }

    private void count(TextInput input) throws IOException, RunFailedException {
        long startNanos = System.nanoTime();
        Path table = directory.resolve("counts.tsv");
        try (Scratch scratch = Scratch.createIn(directory, "results-")) {
            StreamCounts lines = runToTheEnd(input, scratch.path(), startNanos);
            WordTable.Summary summary = new WordTable(scratch.path()).write(table, TOP_ROWS);
            print(summary, table);
            err.printf(
                    Locale.ROOT,
                    "%,d lines acked, %,d failed and replayed, %,d words counted in %.1f s%n",
                    StreamCounts.total(lines.acked()),
                    StreamCounts.total(lines.failed()),
                    summary.words(),
                    (System.nanoTime() - startNanos) / 1e9);
        }
    }

    private StreamCounts runToTheEnd(TextInput input, Path results, long startNanos) throws RunFailedException {
        Config conf = new Config();
        conf.setNumWorkers(WORKERS);
        Progress progress = new Progress(err, terminal, startNanos);
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology topology = cluster.submit("word-count", conf, WordCountTopology.of(input, results, WORKERS));
            boolean finished = false;
            while (!finished) {
                finished = topology.awaitStatus(TopologyStatus.FINISHED, LOOK_PERIOD);
                if (Thread.interrupted()) {
                    throw new RunFailedException("it was interrupted");
                }
                throwFirst(topology.errors());
                if (finished || progress.isDue(System.nanoTime())) {
                    progress.show(topology.statistics(), System.nanoTime());
                }
            }
            return Progress.lines(topology.statistics());
        } finally {
            progress.end();
        }
    }

    /** No component of this topology throws unless something outside of it is wrong, such as a full disk; that would not pass. */
    private static void throwFirst(List<ReportedError> errors) throws RunFailedException {
        if (!errors.isEmpty()) {
            ReportedError first = errors.get(0);
            throw new RunFailedException(
                    "component '" + first.component() + "', task " + first.task() + ": " + first.message());
        }
    }

    private void print(WordTable.Summary summary, Path table) throws RunFailedException {
        int width = Math.max(
                5, length(summary.top().isEmpty() ? 0 : summary.top().get(0).count()));
        for (WordCount row : summary.top()) {
            out.printf(Locale.ROOT, "%," + width + "d  %s%n", row.count(), abbreviate(row.word()));
        }
        out.printf(Locale.ROOT, "%,d different words; the table is in %s%n", summary.rows(), relative(table));
        if (out.checkError()) {
            throw new RunFailedException("the standard output cannot be written; the table is in " + relative(table));
        }
    }

    private static int length(long count) {
        return String.format(Locale.ROOT, "%,d", count).length();
    }

    private static String abbreviate(String word) {
        int longest = 60;
        return word.length() <= longest ? word : word.substring(0, longest - 3) + "...";
    }

    private static Path relative(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }

    /** The engine could not count, or what it counted not be told; the message says why. */
    private static final class RunFailedException extends Exception {
        RunFailedException(String message) {
            super(message);
        }
    }
}
