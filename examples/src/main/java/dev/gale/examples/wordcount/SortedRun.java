package dev.gale.examples.wordcount;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of the table in a file, in the format of the table. */
final class SortedRun extends RowSource {
    private static final char SEPARATOR = '\t';

    private final BufferedReader in;

    SortedRun(Path file) throws IOException {
        in = Files.newBufferedReader(file, StandardCharsets.US_ASCII);
        readHead();
    }

    static void write(Path file, List<WordCount> rows) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (WordCount row : rows) {
                write(out, row);
            }
        }
    }

    static void write(BufferedWriter out, WordCount row) throws IOException {
        out.write(row.word());
        out.write(SEPARATOR);
        out.write(Long.toString(row.count()));
        out.write('\n');
    }

    @Override
    @Nullable
    WordCount read() throws IOException {
        String line = in.readLine();
        if (line == null) {
            return null;
        }
        int separator = line.indexOf(SEPARATOR);
        return new WordCount(line.substring(0, separator), Long.parseLong(line.substring(separator + 1)));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
