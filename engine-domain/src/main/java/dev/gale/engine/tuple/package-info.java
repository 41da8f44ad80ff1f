/**
 * Tuples as executors hand them on, and the ids that tie them into trees. A tuple knows where it came from, its values, and, when it
 * is tracked, the roots of its trees with the XOR that its ack will carry. Nothing here knows of queues, acks or time.
 */
@NullMarked
package dev.gale.engine.tuple;

import org.jspecify.annotations.NullMarked;
