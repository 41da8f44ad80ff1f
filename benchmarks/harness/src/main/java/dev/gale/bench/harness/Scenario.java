package dev.gale.bench.harness;

import java.util.Arrays;
import java.util.Optional;

/** The workloads of the end-to-end benchmark; an engine builds each from these properties, not from the name. */
public enum Scenario {
    W1("W1", Shape.PIPE, false, 1, 0),
    W2("W2", Shape.PIPE, true, 1, 0),
    /** W2 with ackers that are executors of their own; for engines where this is not the only way. */
    W2_DEDICATED("W2-dedicated", Shape.PIPE, true, 1, 0),
    W3("W3", Shape.RELAY, false, 1, 0),
    W3_ACKED("W3-acked", Shape.RELAY, true, 1, 0),
    W4("W4", Shape.WORDS, false, 1, 0),
    W4_ACKED("W4-acked", Shape.WORDS, true, 1, 0),
    W4_ACKED_P2("W4-acked-p2", Shape.WORDS, true, 2, 0),
    W5("W5", Shape.RELAY, true, 1, 20_000);

    /** The stages of a topology. */
    public enum Shape {
        /** Source, then a sink that drops. */
        PIPE,
        /** Source, then a stage that hands on what it gets, then a sink that drops. */
        RELAY,
        /** Source of {@link Sentences}, then split into words, then count by word; the count stage is the sink. */
        WORDS
    }

    /** The one value that a source of {@link Shape#PIPE} and of an unpaced {@link Shape#RELAY} emits. */
    public static final String PAYLOAD = "some data";

    /** How many roots a source of an acked scenario may have in flight. */
    public static final int MAX_PENDING = 10_000;

    private final String label;
    private final Shape shape;
    private final boolean acked;
    private final int parallelism;
    private final int ratePerSecond;

    Scenario(String label, Shape shape, boolean acked, int parallelism, int ratePerSecond) {
        this.label = label;
        this.shape = shape;
        this.acked = acked;
        this.parallelism = parallelism;
        this.ratePerSecond = ratePerSecond;
    }

    /** The name on the command line and in the results. */
    public String label() {
        return label;
    }

    public Shape shape() {
        return shape;
    }

    /** At least once: by acks with one acker, or by a checkpoint each second in engines that have those. */
    public boolean acked() {
        return acked;
    }

    /** Instances of each stage. */
    public int parallelism() {
        return parallelism;
    }

    /** Tuples a second of the source, or 0 for as fast as it can. */
    public int ratePerSecond() {
        return ratePerSecond;
    }

    /** A paced source emits the intended emit time of {@link Pace} as a {@code Long} and the sink records latency. */
    public boolean paced() {
        return ratePerSecond > 0;
    }

    String unit() {
        return shape == Shape.WORDS ? "words/s" : "tuples/s";
    }

    static Optional<Scenario> labelled(String label) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.label.equals(label))
                .findFirst();
    }
}
