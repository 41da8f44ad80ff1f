/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.tck;

import org.jspecify.annotations.NullMarked;
