/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.adapter.zookeeper;

import org.jspecify.annotations.NullMarked;
