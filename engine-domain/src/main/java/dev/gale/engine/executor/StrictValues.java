package dev.gale.engine.executor;

/** The strict mode's eyes: takes a fingerprint of values at the emit, and again before they are executed. */
public interface StrictValues {
    /**
     * @return not 0; equal for values of equal content
     * @throws IllegalArgumentException if a value could not be sent to another worker
     */
    long fingerprint(Object[] values);
}
