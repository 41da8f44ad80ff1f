/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.engine.schedule;

import org.jspecify.annotations.NullMarked;
