package dev.gale.distribution.cli;

import java.io.PrintStream;

/**
 * Where a command's words go.
 *
 * @param out data
 * @param err everything else
 * @param outIsTerminal whether somebody looks at {@code out}
 * @param errIsTerminal whether somebody looks at {@code err}, so that lines can be written over
 */
record Terminal(PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal) {
    void talk(String line) {
        err.println(line);
    }
}
