package dev.gale.engine.tuple;

/**
 * Tuples for one task, handed on together. Belongs to whoever has it: the sender until it is accepted, then the receiver.
 *
 * @param target the task that receives them
 * @param tuples filled from 0 to {@code count}
 */
public record TupleBatch(int target, StreamTuple[] tuples, int count) {}
