package dev.gale.bench.harness;

import java.util.Arrays;
import java.util.Map;
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
    W5("W5", Shape.RELAY, true, 1, 20_000),
    /** W1 with source and sink in two worker processes; each transport of Gale has one of its own. */
    W6("W6", false, "", Map.of()),
    W6_NETTY("W6-netty", false, "netty", Map.of()),
    W6_AERON_IPC("W6-aeron-ipc", false, "aeron", Map.of("ipc", "true")),
    W6_AERON_UDP("W6-aeron-udp", false, "aeron", Map.of("ipc", "false")),
    /** W2 likewise. */
    W6_ACKED("W6-acked", true, "", Map.of()),
    W6_ACKED_NETTY("W6-acked-netty", true, "netty", Map.of()),
    W6_ACKED_AERON_IPC("W6-acked-aeron-ipc", true, "aeron", Map.of("ipc", "true")),
    W6_ACKED_AERON_UDP("W6-acked-aeron-udp", true, "aeron", Map.of("ipc", "false"));

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
    private final boolean spread;
    private final String transport;
    private final Map<String, String> transportSection;

    Scenario(String label, Shape shape, boolean acked, int parallelism, int ratePerSecond) {
        this.label = label;
        this.shape = shape;
        this.acked = acked;
        this.parallelism = parallelism;
        this.ratePerSecond = ratePerSecond;
        spread = false;
        transport = "";
        transportSection = Map.of();
    }

    Scenario(String label, boolean acked, String transport, Map<String, String> transportSection) {
        this.label = label;
        this.shape = Shape.PIPE;
        this.acked = acked;
        this.parallelism = 1;
        this.ratePerSecond = 0;
        this.spread = true;
        this.transport = transport;
        this.transportSection = transportSection;
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

    /** Source and sink run in worker processes of their own, and count in {@link SharedCounters}. */
    public boolean spread() {
        return spread;
    }

    /** What Gale's workers are linked by, by its name in configuration; empty where that is not asked. */
    public String transport() {
        return transport;
    }

    /** What is set in the transport's section, by key. */
    public Map<String, String> transportSection() {
        return transportSection;
    }

    /** What peers call the same workload. For them dedicated ackers are the only kind, and so is their transport. */
    Scenario ofPeers() {
        return switch (this) {
            case W2_DEDICATED -> W2;
            case W6_NETTY, W6_AERON_IPC, W6_AERON_UDP -> W6;
            case W6_ACKED_NETTY, W6_ACKED_AERON_IPC, W6_ACKED_AERON_UDP -> W6_ACKED;
            default -> this;
        };
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
