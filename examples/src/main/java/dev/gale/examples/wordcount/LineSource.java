package dev.gale.examples.wordcount;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One task's share of the lines of an input: every so-manyth line, beginning with the task's own. One file is open at a time. */
final class LineSource implements Closeable {
    private final TextInput input;
    private final int shares;

    private int untilMine;
    private int nextReading;
    private @Nullable LineReader reader;

    LineSource(TextInput input, int share, int shares) {
        this.input = input;
        this.shares = shares;
        this.untilMine = share;
    }

    /** The next line, or null at the end of the input. */
    @Nullable
    Line next() throws IOException {
        while (true) {
            if (reader == null) {
                if (nextReading == input.readings()) {
                    return null;
                }
                reader = open(nextReading++);
            }
            if (!reader.advance()) {
                close();
            } else if (untilMine-- == 0) {
                untilMine = shares - 1;
                return reader.line();
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }

    private LineReader open(int reading) throws IOException {
        Path file = input.file(reading);
        return new LineReader(Files.newInputStream(file), TextInput.firstPlace(reading));
    }
}
