package dev.gale.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;

/** Hands on what it gets. */
final class Relay extends AbstractProcessor {
    @Override
    protected boolean tryProcess0(Object item) {
        return tryEmit(item);
    }
}
