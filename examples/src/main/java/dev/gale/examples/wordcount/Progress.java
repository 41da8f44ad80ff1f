package dev.gale.examples.wordcount;

import dev.gale.examples.wordcount.WordCountRun.Figures;
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

    void show(Figures figures, long nowNanos) {
        double seconds = (nowNanos - lastNanos) / 1e9;
        String text = String.format(
                Locale.ROOT,
                "%,d lines read, %,d acked, %,d tuples/s",
                figures.read(),
                figures.acked(),
                seconds > 0 ? Math.round((figures.executed() - lastExecuted) / seconds) : 0);
        lastNanos = nowNanos;
        lastExecuted = figures.executed();
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
}
