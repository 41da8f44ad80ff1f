/**
 * What a worker process does about changes of its topology and assignment. It runs no tuples: that is the executors' part.
 */
@NullMarked
package dev.gale.engine.worker;

import org.jspecify.annotations.NullMarked;
