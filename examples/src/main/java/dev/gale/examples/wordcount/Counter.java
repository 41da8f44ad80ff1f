package dev.gale.examples.wordcount;

/** A count in a map, to be raised in place. */
final class Counter {
    private long value;

    void increment() {
        value++;
    }

    long value() {
        return value;
    }
}
