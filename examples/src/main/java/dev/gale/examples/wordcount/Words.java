package dev.gale.examples.wordcount;

import java.nio.charset.StandardCharsets;

/** Finds words in bytes: a word is a run of A-Z and a-z, in lower case; every other byte separates. */
final class Words {
    /** Takes the words of a text in order. */
    interface Sink {
        /** @param offset where the word starts in the text */
        void word(int offset, String word);
    }

    private Words() {}

    static boolean isLetter(byte b) {
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'z';
    }

    static void forEach(byte[] text, Sink sink) {
        byte[] lower = toLowerCase(text);
        int start = 0;
        for (int i = 0; i <= lower.length; i++) {
            if (i == lower.length || !isLetter(lower[i])) {
                if (i > start) {
                    sink.word(start, new String(lower, start, i - start, StandardCharsets.ISO_8859_1));
                }
                start = i + 1;
            }
        }
    }

    /** A copy with A-Z as a-z. The text itself stays as it is: the spout keeps it for a replay. */
    static byte[] toLowerCase(byte[] text) {
        byte[] lower = text.clone();
        for (int i = 0; i < lower.length; i++) {
            if (isLetter(lower[i])) {
                lower[i] |= 0x20;
            }
        }
        return lower;
    }
}
