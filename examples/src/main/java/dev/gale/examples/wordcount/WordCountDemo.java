package dev.gale.examples.wordcount;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The demo: counts the words of a file or folder with two workers; by itself always in local mode. Results go to the standard output,
 * everything else to the standard error. Exit codes: 0 every line was counted, 1 the count failed, 2 wrong arguments or input.
 */
public final class WordCountDemo {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private static final int TOP_ROWS = 10;
    private static final Duration LOOK_PERIOD = Duration.ofMillis(100);

    private final Function<DemoOptions.Place, WordCountEngine> engines;
    private final Path directory;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;

    /**
     * @param engines for each place to run
     * @param directory where the table goes, and intermediate files while it runs
     * @param terminal whether {@code err} is one, so that lines can be written over
     */
    public WordCountDemo(
            Function<DemoOptions.Place, WordCountEngine> engines,
            Path directory,
            PrintStream out,
            PrintStream err,
            boolean terminal) {
        this.engines = engines;
        this.directory = directory;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    public static void main(String[] arguments) {
        System.exit(run(place -> new LocalEngine(), arguments));
    }

    /** As the process that {@code ./demo.sh} starts, with its system properties and standard streams. */
    public static int run(Function<DemoOptions.Place, WordCountEngine> engines, String... arguments) {
        Path directory = Path.of(System.getProperty("gale.demo.directory", "target/demo"));
        boolean terminal = Boolean.getBoolean("gale.demo.terminal");
        return new WordCountDemo(engines, directory, System.out, System.err, terminal).run(List.of(arguments));
    }

    /** @return the exit code */
    public int run(List<String> arguments) {
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
            } catch (InterruptedException e) {
                return interruption.happened() ? FAILED : explain("it was interrupted", "try again");
            }
        }
    }

    private int run(DemoOptions options) throws InputException, IOException, RunFailedException, InterruptedException {
        if (options.help()) {
            out.println(DemoOptions.USAGE);
        } else {
            count(TextInput.of(TextFiles.under(options.path()), options.repeat()), engines.apply(options.place()));
        }
        return OK;
    }

    private int explain(String problem, String whatToDo) {
        err.println("demo: the word count failed: " + problem);
        err.println("demo: " + whatToDo);
        return FAILED;
    }

    private void count(TextInput input, WordCountEngine engine)
            throws IOException, RunFailedException, InterruptedException {
        long startNanos = System.nanoTime();
        Path table = directory.resolve("counts.tsv");
        try (Scratch scratch = Scratch.createIn(directory, "run-")) {
            Path results = Files.createDirectory(scratch.path().resolve("results"));
            try (WordCountRun run = engine.start(input, results, scratch.path())) {
                WordCountRun.Figures lines = follow(run);
                WordTable.Summary summary = new WordTable(results).write(table, TOP_ROWS);
                print(summary, table);
                err.printf(
                        Locale.ROOT,
                        "%,d lines acked, %,d failed and replayed, %,d words counted in %.1f s%n",
                        lines.acked(),
                        lines.failed(),
                        summary.words(),
                        (System.nanoTime() - startNanos) / 1e9);
                run.linger(err);
            }
        }
    }

    private WordCountRun.Figures follow(WordCountRun run) throws RunFailedException, InterruptedException {
        Progress progress = new Progress(err, terminal, System.nanoTime());
        try {
            while (true) {
                boolean finished = run.awaitFinished(LOOK_PERIOD);
                WordCountRun.Figures figures = run.figures();
                if (finished || progress.isDue(System.nanoTime())) {
                    progress.show(figures, System.nanoTime());
                }
                if (finished) {
                    return figures;
                }
            }
        } finally {
            progress.end();
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
}
