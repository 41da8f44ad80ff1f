/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.adapter.netty;

import org.jspecify.annotations.NullMarked;
