package dev.gale.spi.metadata;

/** Told of a session's changes, in order, never two calls at once. Must not block. */
public interface SessionListener {
    /** The store does not answer. Whoever acts because of a session key holds still. */
    void suspended();

    /** The store answers again, and the session and its keys lived on. */
    void resumed();

    /** The session is over: its keys are gone, or will be soon. Whoever acted because of one steps down. */
    void ended();

    /** There is a new session; what the old one had put is for the caller to put again. */
    void renewed(String sessionId);
}
