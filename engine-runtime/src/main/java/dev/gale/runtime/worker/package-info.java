/**
 * One worker: its executors, and the links to other workers. Frames carry batches of encoded tuples and acks; credit, in bytes for
 * each task and lane, decides what may be under way, so that nothing that arrives is refused and one slow task does not stall
 * another. The transport moves frames and knows nothing of what is in them.
 */
@NullMarked
package dev.gale.runtime.worker;

import org.jspecify.annotations.NullMarked;
