package dev.gale.examples.wordcount;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads result files. A record that is cut off at the end of a file was never acked; it is left out. */
final class ResultReader {
    interface WordSink {
        void word(long place, String word);
    }

    interface PieceSink {
        void piece(long wordPlace, long place, byte[] text);
    }

    private interface RecordReader {
        void readOne(DataInputStream in) throws IOException;
    }

    private ResultReader() {}

    static void readWords(Path file, WordSink sink) throws IOException {
        readAll(file, in -> sink.word(in.readLong(), in.readUTF()));
    }

    static void readPieces(Path file, PieceSink sink) throws IOException {
        readAll(file, in -> {
            long wordPlace = in.readLong();
            long place = in.readLong();
            byte[] text = new byte[in.readInt()];
            in.readFully(text);
            sink.piece(wordPlace, place, text);
        });
    }

    private static void readAll(Path file, RecordReader reader) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            while (true) {
                reader.readOne(in);
            }
        } catch (EOFException endOfFile) {
            // The one way out of the loop: behind the last record, or inside one that is cut off.
        }
    }
}
