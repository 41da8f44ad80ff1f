/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.engine.task;

import org.jspecify.annotations.NullMarked;
