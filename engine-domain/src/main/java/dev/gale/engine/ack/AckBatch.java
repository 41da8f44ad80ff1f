package dev.gale.engine.ack;

/**
 * Ack messages for one executor: roots and values in turn, {@code 2 * count} longs. The value means something for {@link AckKind#ACK}
 * and {@link AckKind#INIT} only.
 */
public record AckBatch(AckKind kind, long[] pairs, int count) {
    public long root(int index) {
        return pairs[2 * index];
    }

    public long value(int index) {
        return pairs[2 * index + 1];
    }
}
