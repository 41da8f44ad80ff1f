/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.spi;

import org.jspecify.annotations.NullMarked;
