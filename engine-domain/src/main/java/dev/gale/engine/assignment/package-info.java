/**
 * Where executors run. An assignment is a value with a version, made from a task layout and never the other way round; what changes
 * between two of them is computed here, and carried out elsewhere.
 */
@NullMarked
package dev.gale.engine.assignment;

import org.jspecify.annotations.NullMarked;
