/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.engine.tuple;

import org.jspecify.annotations.NullMarked;
