package dev.gale.control;

/**
 * Exact numbers of what did not go well.
 *
 * @param timedOut of spouts: those of the failed trees that ended by timeout
 * @param strays of spouts: ack messages for trees that had ended, or of another life of the task
 * @param errors that user code threw, or reported
 */
public record Troubles(long timedOut, long strays, long errors) {}
