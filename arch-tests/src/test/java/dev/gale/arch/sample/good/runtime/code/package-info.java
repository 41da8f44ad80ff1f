/** Keeps every law. */
@NullMarked
package dev.gale.arch.sample.good.runtime.code;

import org.jspecify.annotations.NullMarked;
