/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.engine.ack;

import org.jspecify.annotations.NullMarked;
