package dev.gale.api;

/** Names that the engine gives to streams and components. Users' own ids never start with an underscore. */
public final class Streams {
    /** The stream that is meant when none is named. */
    public static final String DEFAULT = "default";

    /** The component that the engine's own tuples come from. */
    public static final String SYSTEM_COMPONENT = "__system";

    /** The stream of tick tuples; one value, the period in seconds. */
    public static final String TICK = "__tick";

    /** The component of dedicated ackers. */
    public static final String ACKER_COMPONENT = "__acker";

    private Streams() {}
}
