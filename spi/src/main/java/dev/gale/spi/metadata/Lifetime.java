package dev.gale.spi.metadata;

/** How long a key lives. */
public enum Lifetime {
    /** Until somebody deletes it. */
    PERSISTENT,
    /** Until somebody deletes it or the session of the client that put it last has ended. */
    SESSION
}
