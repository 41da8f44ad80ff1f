package dev.gale.examples.selfcheck;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What the files of the sinks say.
 *
 * @param lost lines that never arrived
 * @param duplicates arrivals beyond the first of a line; allowed
 * @param withoutResult lines that have no result
 * @param wrong rows that are not the result of their line, or of no line
 */
public record Verdict(long lost, long duplicates, long withoutResult, long wrong) {
    public boolean isGood() {
        return lost == 0 && withoutResult == 0 && wrong == 0;
    }

    public static Verdict of(SampleLines lines, Path directory) throws IOException {
        Tally deliveries = new Tally(lines);
        forEachRow(directory, SelfCheckTopology.DELIVERED, row -> deliveries.add(id(row), true));
        Tally results = results(lines, directory);
        return new Verdict(deliveries.missing(), deliveries.again, results.missing(), deliveries.wrong + results.wrong);
    }

    /** Of a topology whose only sink writes results. */
    public static Verdict ofResults(SampleLines lines, Path directory) throws IOException {
        Tally results = results(lines, directory);
        return new Verdict(results.missing(), results.again, results.missing(), results.wrong);
    }

    private static Tally results(SampleLines lines, Path directory) throws IOException {
        Tally results = new Tally(lines);
        forEachRow(directory, SelfCheckTopology.RESULTS, row -> {
            String id = id(row);
            results.add(
                    id,
                    row.startsWith(FileSinkBolt.SEPARATOR, id.length())
                            && isResult(lines, id, row.substring(id.length() + 1)));
        });
        return results;
    }

    private static String id(String row) {
        int separator = row.indexOf(FileSinkBolt.SEPARATOR);
        return row.substring(0, Math.max(separator, 0));
    }

    private interface RowSink {
        void row(String row);
    }

    /** Counts ids that may come again. */
    private static final class Tally {
        private final SampleLines lines;
        private final BitSet seen = new BitSet();
        private long again;
        private long wrong;

        Tally(SampleLines lines) {
            this.lines = lines;
        }

        void add(String id, boolean right) {
            if (!right || !isId(lines, id)) {
                wrong++;
                return;
            }
            int number = Integer.parseInt(id);
            if (seen.get(number)) {
                again++;
            }
            seen.set(number);
        }

        long missing() {
            return lines.count() - seen.cardinality();
        }
    }

    private static boolean isId(SampleLines lines, String text) {
        return text.matches("[0-9]{1,9}") && Integer.parseInt(text) < lines.count();
    }

    private static boolean isResult(SampleLines lines, String id, String counts) {
        if (!isId(lines, id)) {
            return false;
        }
        String text = lines.text(Integer.parseInt(id));
        return counts.equals(SampleLines.countWords(text.isEmpty() ? List.of() : List.of(text.split(" "))));
    }

    /** The last line of a file without a line feed was not finished by its writer, and never acked. */
    private static void forEachRow(Path directory, String prefix, RowSink sink) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, prefix + "-*")) {
            stream.forEach(files::add);
        }
        for (Path file : files) {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            int start = 0;
            for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
                sink.row(text.substring(start, end));
                start = end + 1;
            }
        }
    }
}
