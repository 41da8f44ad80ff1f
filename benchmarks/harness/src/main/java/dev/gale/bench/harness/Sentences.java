package dev.gale.bench.harness;

import java.util.List;

/** The 20 sentences of 8 to 12 words that every engine counts. */
public final class Sentences {
    /** In the order in which a source emits them, over and over. */
    public static final List<String> ALL = List.of(
            "the cow jumped over the moon and slept",
            "an apple a day keeps the doctor far away",
            "four score and seven years ago our fathers came here",
            "snow white and the seven dwarfs lived in a small house",
            "i am at two with nature and nature does not mind it",
            "the quick brown fox jumps over the lazy dog again today",
            "a stream of events flows from the source to the sink",
            "rain in the hills means water in the valley",
            "small boats follow the river down to the open sea",
            "she sells sea shells by the sea shore in summer",
            "every long journey begins with one small step at dawn",
            "the old clock on the wall counts seconds without any hurry",
            "wind and weather shape the stones along the northern coast",
            "we count the words of each sentence as they pass",
            "nothing in the world is softer or weaker than water",
            "two roads met in a wood and i took both",
            "the night train leaves the city at half past nine",
            "a good engine hands its work on in full batches",
            "birds of a feather fly south before the winter",
            "to measure is to know and to know is to choose");

    private Sentences() {}
}
