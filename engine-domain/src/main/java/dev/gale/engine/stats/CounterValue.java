package dev.gale.engine.stats;

/** The value of a {@link Counter}, with room before it. */
abstract class CounterValue extends CounterRoom {
    long value;
}

/** Never read: room before the value. */
abstract class CounterRoom {
    long before1;
    long before2;
    long before3;
    long before4;
    long before5;
    long before6;
    long before7;
}
