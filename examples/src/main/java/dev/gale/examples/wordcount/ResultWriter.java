package dev.gale.examples.wordcount;

import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;

/** Appends the results of one instance of a bolt. What was appended is safe from the death of the process after a flush. */
final class ResultWriter implements Closeable {
    private final DataOutputStream[] words = new DataOutputStream[ResultFiles.PARTITIONS];
    private final DataOutputStream pieces;

    ResultWriter(ResultFiles files, int task) throws IOException {
        for (int i = 0; i < words.length; i++) {
            words[i] = files.createWords(i, task);
        }
        pieces = files.createPieces(task);
    }

    void word(long place, String word) throws IOException {
        DataOutputStream out = words[ResultFiles.partition(word)];
        out.writeLong(place);
        out.writeUTF(word);
    }

    /** @param wordPlace where the word starts that this is a piece of */
    void piece(long wordPlace, long place, byte[] text) throws IOException {
        pieces.writeLong(wordPlace);
        pieces.writeLong(place);
        pieces.writeInt(text.length);
        pieces.write(text);
    }

    void flush() throws IOException {
        for (DataOutputStream out : words) {
            out.flush();
        }
        pieces.flush();
    }

    @Override
    public void close() throws IOException {
        for (DataOutputStream out : words) {
            out.close();
        }
        pieces.close();
    }
}
