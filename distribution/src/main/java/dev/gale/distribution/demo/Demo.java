package dev.gale.distribution.demo;

import dev.gale.examples.wordcount.DemoOptions.Place;
import dev.gale.examples.wordcount.LocalEngine;
import dev.gale.examples.wordcount.WordCountDemo;

/** What {@code ./demo.sh} starts. */
public final class Demo {
    private Demo() {}

    public static void main(String[] arguments) {
        System.exit(WordCountDemo.run(
                place -> place == Place.LOCAL
                        ? new LocalEngine()
                        : new ClusterEngine(System.err, place == Place.KEPT_CLUSTER),
                arguments));
    }
}
