package dev.gale.examples.wordcount;

import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows in the order of the table, one at a time; compares by the row that comes next. */
abstract class RowSource implements Closeable, Comparable<RowSource> {
    private @Nullable WordCount head;

    static RowSource of(List<WordCount> sorted) throws IOException {
        Iterator<WordCount> rows = sorted.iterator();
        RowSource source = new RowSource() {
            @Override
            @Nullable
            WordCount read() {
                return rows.hasNext() ? rows.next() : null;
            }

            @Override
            public void close() {}
        };
        source.readHead();
        return source;
    }

    /** The next row of all, or null behind the last. */
    abstract @Nullable WordCount read() throws IOException;

    /** The row that comes next, or null behind the last. */
    final @Nullable WordCount head() {
        return head;
    }

    final WordCount takeHead() throws IOException {
        WordCount taken = requireHead();
        readHead();
        return taken;
    }

    final void readHead() throws IOException {
        head = read();
    }

    @Override
    public final int compareTo(RowSource other) {
        return requireHead().compareTo(other.requireHead());
    }

    private WordCount requireHead() {
        if (head == null) {
            throw new IllegalStateException("There is no row left");
        }
        return head;
    }
}
