package dev.gale.examples.wordcount;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts bytes into lines. A line of more than {@link #MAX_LENGTH} bytes comes in parts that are cut between words; a word of more
 * than that comes in pieces. What is cut where depends on the bytes alone, not on how the stream hands them out.
 */
final class LineReader implements Closeable {
    /** Small enough for many lines to be under way, and for {@link java.io.DataOutput#writeUTF}; longer than any real word. */
    static final int MAX_LENGTH = 32 * 1024;

    private static final int NOT_FOUND = -1;

    private final InputStream in;
    private final long firstPlace;
    private final byte[] buffer = new byte[4 * MAX_LENGTH];

    private long bufferOffset;
    private int position;
    private int end;
    private boolean drained;

    private int textStart;
    private int textEnd;
    private long word = Line.NOT_A_PIECE;

    /** @param firstPlace the place of the first byte */
    LineReader(InputStream in, long firstPlace) {
        this.in = in;
        this.firstPlace = firstPlace;
    }

    /** Goes on to the next line; false if there is none. */
    boolean advance() throws IOException {
        fill();
        if (word != Line.NOT_A_PIECE && advanceInsideWord()) {
            return true;
        }
        if (position == end) {
            return false;
        }
        textStart = position;
        int seen = Math.min(end, position + MAX_LENGTH + 1);
        int newline = indexOfNewline(position, seen);
        if (newline != NOT_FOUND) {
            textEnd = newline;
            position = newline + 1;
        } else if (seen - position <= MAX_LENGTH) {
            textEnd = seen;
            position = seen;
        } else {
            int separator = lastSeparator(position, seen);
            if (separator == NOT_FOUND) {
                word = place(position);
                return advanceInsideWord();
            }
            textEnd = separator;
            position = separator + 1;
        }
        return true;
    }

    /** The line that the last {@link #advance} found. */
    Line line() {
        return new Line(place(textStart), Arrays.copyOfRange(buffer, textStart, textEnd), word);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean advanceInsideWord() {
        int i = position;
        int limit = Math.min(end, position + MAX_LENGTH);
        while (i < limit && Words.isLetter(buffer[i])) {
            i++;
        }
        if (i == position) {
            word = Line.NOT_A_PIECE;
            return false;
        }
        textStart = position;
        textEnd = i;
        position = i;
        return true;
    }

    /** Has more than {@link #MAX_LENGTH} bytes in the buffer afterwards, or all that are left. */
    private void fill() throws IOException {
        if (end - position > MAX_LENGTH || drained) {
            return;
        }
        System.arraycopy(buffer, position, buffer, 0, end - position);
        bufferOffset += position;
        end -= position;
        position = 0;
        while (end <= MAX_LENGTH && !drained) {
            int count = in.read(buffer, end, buffer.length - end);
            if (count < 0) {
                drained = true;
            } else {
                end += count;
            }
        }
    }

    private long place(int index) {
        return firstPlace + bufferOffset + index;
    }

    private int indexOfNewline(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return NOT_FOUND;
    }

    private int lastSeparator(int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (!Words.isLetter(buffer[i])) {
                return i;
            }
        }
        return NOT_FOUND;
    }
}
