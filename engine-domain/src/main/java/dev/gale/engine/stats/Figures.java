package dev.gale.engine.stats;

/** What is known of an executor's or a component's work: since its process started, or over a window. */
public record Figures(StreamCounts counts, Latencies latencies, TimeSpent time) {
    public static final Figures NONE = new Figures(StreamCounts.NONE, Latencies.NONE, TimeSpent.NONE);

    Figures plus(Figures other) {
        return new Figures(counts.plus(other.counts), latencies.plus(other.latencies), time.plus(other.time));
    }
}
