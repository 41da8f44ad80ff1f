package dev.gale.engine.stats;

/** What is known of an executor's or a component's work: since its process started, or over a window. */
public record Figures(StreamCounts counts, Latencies latencies, TimeSpent time, Troubles troubles) {
    public static final Figures NONE = new Figures(StreamCounts.NONE, Latencies.NONE, TimeSpent.NONE);

    /** Without troubles. */
    public Figures(StreamCounts counts, Latencies latencies, TimeSpent time) {
        this(counts, latencies, time, Troubles.NONE);
    }

    Figures plus(Figures other) {
        return new Figures(
                counts.plus(other.counts),
                latencies.plus(other.latencies),
                time.plus(other.time),
                troubles.plus(other.troubles));
    }
}
