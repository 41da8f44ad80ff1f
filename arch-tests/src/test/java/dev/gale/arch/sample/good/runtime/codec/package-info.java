/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.runtime.codec;

import org.jspecify.annotations.NullMarked;
