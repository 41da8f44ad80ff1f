/**
 * Threads around the domain's executors: inbound lanes on Disruptor rings, the loop that steps a machine, and how it waits. Whoever
 * waits parks, and is woken on the edge from empty; a bounded number of threads spins for a moment before it does.
 */
@NullMarked
package dev.gale.runtime.executor;

import org.jspecify.annotations.NullMarked;
