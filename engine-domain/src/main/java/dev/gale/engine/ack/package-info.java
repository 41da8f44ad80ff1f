/**
 * Tracking of tuple trees by XOR: two longs a tree, however large it is. {@link dev.gale.engine.ack.PendingTable} is a spout task's
 * own memory of what it emitted and does the XOR itself in the default placement; {@link dev.gale.engine.ack.AckLedger} is the same
 * for dedicated ackers, which see messages of a tree in any order. Tables are keyed by primitive longs; time comes in as a number.
 */
@NullMarked
package dev.gale.engine.ack;

import org.jspecify.annotations.NullMarked;
