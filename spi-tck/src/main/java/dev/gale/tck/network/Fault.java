package dev.gale.tck.network;

/** What can be wrong with a way between two ends. */
public enum Fault {
    /** Connections break, with what is under way, and new ones are refused. */
    CUT,
    /** Nothing passes, and nobody is told: connections stand half open. */
    SILENT,
    /** What the client sends does not arrive; what the server sends does. */
    REQUESTS_HELD,
    /** What the server sends does not arrive; what the client sends does. */
    ANSWERS_HELD,
    /** All passes, late: {@value #DELAY_MILLIS} ms each way. */
    DELAYED;

    /** How late what is DELAYED arrives. */
    public static final int DELAY_MILLIS = 60;

    boolean holds(boolean request) {
        return this == SILENT || this == (request ? REQUESTS_HELD : ANSWERS_HELD);
    }
}
