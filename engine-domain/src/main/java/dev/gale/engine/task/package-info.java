/**
 * From components to tasks to executors. Task ids are given once, at submit, in the order of component ids, and stay for the life of
 * the topology; executors are contiguous ranges of them and may be cut anew. A layout depends on the declaration alone: where
 * executors run is decided elsewhere.
 */
@NullMarked
package dev.gale.engine.task;

import org.jspecify.annotations.NullMarked;
