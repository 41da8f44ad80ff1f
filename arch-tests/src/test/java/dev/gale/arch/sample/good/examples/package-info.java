/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.examples;

import org.jspecify.annotations.NullMarked;
