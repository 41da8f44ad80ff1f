package dev.gale.engine.tuple;

import dev.gale.api.Fields;

/**
 * Where tuples come from: one stream of one task. One object for all tuples of the stream, but for strict mode, where each tuple has
 * its own.
 *
 * @param fingerprint of the values at the time of the emit in strict mode; 0 for none
 */
public record TupleOrigin(String component, int task, String stream, Fields fields, long fingerprint) {
    public TupleOrigin(String component, int task, String stream, Fields fields) {
        this(component, task, stream, fields, 0);
    }

    public TupleOrigin withFingerprint(long print) {
        return new TupleOrigin(component, task, stream, fields, print);
    }
}
