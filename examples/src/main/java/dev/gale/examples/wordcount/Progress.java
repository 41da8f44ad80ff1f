package dev.gale.examples.wordcount;

import dev.gale.engine.stats.ComponentStatistics;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.stats.Window;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows how far a word count is: on one line that is written over on a terminal, on a line each time elsewhere. */
final class Progress {
    private static final String WRITE_OVER = "\r\033[K";
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private final boolean terminal;
    private long lastNanos;
    private long lastExecuted;
    private boolean lineIsOpen;

    Progress(PrintStream out, boolean terminal, long startNanos) {
        this.out = out;
        this.terminal = terminal;
        this.lastNanos = startNanos;
    }

    /** Whether about a second has gone by since the last time. */
    boolean isDue(long nowNanos) {
        return nowNanos - lastNanos >= PERIOD_NANOS;
    }

    void show(TopologyStatistics statistics, long nowNanos) {
        long executed = statistics.components().values().stream()
                .mapToLong(component -> StreamCounts.total(counts(component).executed()))
                .sum();
        double seconds = (nowNanos - lastNanos) / 1e9;
        StreamCounts lines = lines(statistics);
        String text = String.format(
                Locale.ROOT,
                "%,d lines read, %,d acked, %,d tuples/s",
                StreamCounts.total(lines.emitted()),
                StreamCounts.total(lines.acked()),
                seconds > 0 ? Math.round((executed - lastExecuted) / seconds) : 0);
        lastNanos = nowNanos;
        lastExecuted = executed;
        if (terminal) {
            out.print(WRITE_OVER + text);
            out.flush();
            lineIsOpen = true;
        } else {
            out.println(text);
        }
    }

    /** Leaves the last line standing. */
    void end() {
        if (lineIsOpen) {
            out.println();
            lineIsOpen = false;
        }
    }

    /** The spout's figures. */
    static StreamCounts lines(TopologyStatistics statistics) {
        ComponentStatistics spout = statistics.components().get(WordCountTopology.LINES);
        return spout == null ? StreamCounts.NONE : counts(spout);
    }

    private static StreamCounts counts(ComponentStatistics component) {
        var allTime = component.windows().get(Window.ALL_TIME);
        return allTime == null ? StreamCounts.NONE : allTime.figures().counts();
    }
}
