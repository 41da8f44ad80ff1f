/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.adapter.aeron;

import org.jspecify.annotations.NullMarked;
