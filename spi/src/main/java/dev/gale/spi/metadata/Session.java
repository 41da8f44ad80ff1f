package dev.gale.spi.metadata;

/** A client's life as the store sees it. See rule 7 of {@link MetadataStore}. */
public interface Session {
    /** Where a session is: CONNECTED to SUSPENDED and back; either to ENDED; ENDED to CONNECTED, under a new id. */
    enum State {
        /** The store answers. */
        CONNECTED,
        /** The store does not answer. The session and its keys may live on. */
        SUSPENDED,
        /** The session is over, its keys are gone or go by themselves, and there is no new one yet. */
        ENDED
    }

    /** The id of the present session, or of the last while there is none; no two sessions of a store have the same. */
    String id();

    /** As far as this client knows: a process that was paused learns late that its session has ended. */
    State state();

    /** Calls {@code listener} at every later change. */
    Registration listen(SessionListener listener);
}
