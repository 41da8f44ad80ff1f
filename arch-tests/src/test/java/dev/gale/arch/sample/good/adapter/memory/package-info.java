/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.adapter.memory;

import org.jspecify.annotations.NullMarked;
