/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.engine.cluster;

import org.jspecify.annotations.NullMarked;
