package dev.gale.examples.wordcount;

/** A row of the table: most frequent first, then by word. */
public record WordCount(String word, long count) implements Comparable<WordCount> {
    @Override
    public int compareTo(WordCount other) {
        int byCount = Long.compare(other.count, count);
        return byCount != 0 ? byCount : word.compareTo(other.word);
    }
}
