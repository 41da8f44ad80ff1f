/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.adapter.localfile;

import org.jspecify.annotations.NullMarked;
