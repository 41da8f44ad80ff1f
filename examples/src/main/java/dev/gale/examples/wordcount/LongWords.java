package dev.gale.examples.wordcount;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Joins the pieces of words that are too long for one tuple. They are in memory as a whole here, and nowhere else. */
final class LongWords {
    private LongWords() {}

    static Map<String, Counter> count(List<Path> files) throws IOException {
        TreeMap<Long, TreeMap<Long, byte[]>> piecesByWord = new TreeMap<>();
        for (Path file : files) {
            ResultReader.readPieces(
                    file,
                    (wordPlace, place, text) -> piecesByWord
                            .computeIfAbsent(wordPlace, absent -> new TreeMap<>())
                            .put(place, text));
        }
        Map<String, Counter> counts = new HashMap<>();
        while (!piecesByWord.isEmpty()) {
            String word = join(piecesByWord.pollFirstEntry().getValue());
            counts.computeIfAbsent(word, absent -> new Counter()).increment();
        }
        return counts;
    }

    /** Takes the pieces out of the map one by one, so that they can be collected while the word grows. */
    private static String join(TreeMap<Long, byte[]> pieces) {
        byte[] word = new byte
                [pieces.values().stream().mapToInt(piece -> piece.length).sum()];
        int length = 0;
        while (!pieces.isEmpty()) {
            byte[] piece = pieces.pollFirstEntry().getValue();
            System.arraycopy(piece, 0, word, length, piece.length);
            length += piece.length;
        }
        return new String(word, StandardCharsets.US_ASCII);
    }
}
