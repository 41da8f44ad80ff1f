/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.local;

import org.jspecify.annotations.NullMarked;
