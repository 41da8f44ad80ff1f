/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.api;

import org.jspecify.annotations.NullMarked;
