/** The one bad package that says what it is for. */
@NullMarked
package dev.gale.arch.sample.bad.runtime.two;

import org.jspecify.annotations.NullMarked;
