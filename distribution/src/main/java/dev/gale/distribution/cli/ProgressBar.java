package dev.gale.distribution.cli;

/** A line on the standard error that is written over while something takes its time; nothing where nobody looks. */
final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 30;

    private final Terminal terminal;
    private final String title;
    private String last = "";

    ProgressBar(Terminal terminal, String title) {
        this.terminal = terminal;
        this.title = title;
    }

    /** @param note behind the bar */
    void show(long done, long of, String note) {
        if (!terminal.errIsTerminal()) {
            return;
        }
        int filled = of <= 0 ? WIDTH : (int) (WIDTH * Math.min(done, of) / of);
        String line = title + " [" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + note;
        if (!line.equals(last)) {
            terminal.err().print("\r" + line + " ".repeat(Math.max(0, last.length() - line.length())));
            terminal.err().flush();
            last = line;
        }
    }

    /** Leaves an empty line behind. */
    @Override
    public void close() {
        if (!last.isEmpty()) {
            terminal.err().print("\r" + " ".repeat(last.length()) + "\r");
            terminal.err().flush();
            last = "";
        }
    }
}
