/**
 * The master's decisions: what requests make of a topology, which workers are given up, who runs where, what is removed. It reads no
 * clock and writes nothing: it is told what the store says, and answers with commands that carry their reasons.
 */
@NullMarked
package dev.gale.engine.nimbus;

import org.jspecify.annotations.NullMarked;
