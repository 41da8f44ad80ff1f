package dev.gale.examples.wordcount;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Folds result files into the table: one row a word, {@code word<TAB>count}. Goal: exact counts, in memory that does not grow with the
 * table. Partition by partition: places that were not seen before are counted, and the rows are written as a sorted run; then the
 * runs are merged.
 */
public final class WordTable {
    /**
     * What was written.
     *
     * @param rows different words
     * @param words words counted
     * @param top the first rows
     */
    public record Summary(long rows, long words, List<WordCount> top) {}

    private final ResultFiles results;

    /** @param results the folder that the {@link ResultBolt} wrote to; the fold puts its own files there too */
    public WordTable(Path results) {
        this.results = new ResultFiles(results);
    }

    /**
     * Writes the table all at once: until it is complete, {@code table} stays as it was. It must be on the same file system as the
     * results.
     *
     * @throws InterruptedIOException soon after the thread was interrupted
     */
    public Summary write(Path table, int topRows) throws IOException {
        List<RowSource> runs = new ArrayList<>();
        try {
            for (int partition = 0; partition < ResultFiles.PARTITIONS; partition++) {
                checkNotInterrupted();
                Path run = results.run(partition);
                SortedRun.write(run, sorted(countWords(results.words(partition))));
                runs.add(new SortedRun(run));
            }
            runs.add(RowSource.of(sorted(LongWords.count(results.pieces()))));
            return writeMerged(runs, table, topRows);
        } finally {
            for (RowSource run : runs) {
                run.close();
            }
        }
    }

    private static Map<String, Counter> countWords(List<Path> files) throws IOException {
        PlaceSet seen = new PlaceSet();
        Map<String, Counter> counts = new HashMap<>();
        for (Path file : files) {
            ResultReader.readWords(file, (place, word) -> {
                if (seen.add(place)) {
                    counts.computeIfAbsent(word, absent -> new Counter()).increment();
                }
            });
        }
        return counts;
    }

    private static List<WordCount> sorted(Map<String, Counter> counts) {
        List<WordCount> rows = new ArrayList<>(counts.size());
        counts.forEach((word, counter) -> rows.add(new WordCount(word, counter.value())));
        rows.sort(null);
        return rows;
    }

    private Summary writeMerged(List<RowSource> runs, Path table, int topRows) throws IOException {
        PriorityQueue<RowSource> heads = new PriorityQueue<>();
        runs.stream().filter(run -> run.head() != null).forEach(heads::add);
        List<WordCount> top = new ArrayList<>();
        long rows = 0;
        long words = 0;
        Path draft = results.draft();
        try (BufferedWriter out = Files.newBufferedWriter(draft, StandardCharsets.US_ASCII)) {
            for (RowSource run = heads.poll(); run != null; run = heads.poll()) {
                checkNotInterrupted();
                WordCount row = run.takeHead();
                SortedRun.write(out, row);
                rows++;
                words += row.count();
                if (top.size() < topRows) {
                    top.add(row);
                }
                if (run.head() != null) {
                    heads.add(run);
                }
            }
        }
        Files.move(draft, table, StandardCopyOption.ATOMIC_MOVE);
        return new Summary(rows, words, top);
    }

    /** Streams of files do not look at the interrupt themselves. */
    private static void checkNotInterrupted() throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("The table is not complete");
        }
    }
}
