package dev.gale.engine.nimbus;

/** What becomes of a request. */
public sealed interface Outcome {
    /** Granted: the topology is to be as {@code record} says, which may be as it is already. */
    record Granted(TopologyRecord record) implements Outcome {}

    /**
     * Refused; nothing changes.
     *
     * @param reason for people: what is wrong, and what to do
     */
    record Refused(Refusal kind, String reason) implements Outcome {}

    /** Why a request is refused. */
    enum Refusal {
        /** There is no such topology or component. */
        NOT_FOUND,
        /** Not in the state in which the topology is. */
        CONFLICT,
        /** Such a request makes no sense for any topology. */
        INVALID
    }
}
