/**
 * Which of a subscriber's tasks get a tuple. A grouper belongs to one emitting task and one subscription and is used by one thread.
 * It answers positions in the subscriber's ascending task ids, so that equal inputs give equal answers in every process; it knows
 * nothing of workers but which targets are local. Choosing allocates nothing, except inside a custom grouping and for keys that
 * are sets, maps or big numbers.
 */
@NullMarked
package dev.gale.engine.grouping;

import org.jspecify.annotations.NullMarked;
