package dev.gale.examples.wordcount;

/**
 * A line of the input, or a part of one that is very long.
 *
 * @param place where the text starts in the input; identifies the line
 * @param text the bytes as they are in the file, without the line feed
 * @param word if the text is a piece of one very long word, the place where that word starts; else {@link #NOT_A_PIECE}
 */
record Line(long place, byte[] text, long word) {
    static final long NOT_A_PIECE = -1;
}
