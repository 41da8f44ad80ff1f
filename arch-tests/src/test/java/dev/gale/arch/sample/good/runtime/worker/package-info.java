/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.runtime.worker;

import org.jspecify.annotations.NullMarked;
