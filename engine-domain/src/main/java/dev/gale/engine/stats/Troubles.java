package dev.gale.engine.stats;

/**
 * Exact numbers of what did not go well.
 *
 * @param timedOut of spouts: those of the failed trees that ended by timeout
 * @param strays of spouts: ack messages for trees that had ended, or of another life of the task
 * @param errors that user code threw, or reported
 */
public record Troubles(long timedOut, long strays, long errors) {
    public static final Troubles NONE = new Troubles(0, 0, 0);

    public Troubles plus(Troubles other) {
        return new Troubles(timedOut + other.timedOut, strays + other.strays, errors + other.errors);
    }
}
