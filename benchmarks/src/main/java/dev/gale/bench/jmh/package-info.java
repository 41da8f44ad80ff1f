/** Microbenchmarks of what each tuple passes through, each with a baseline beside it. */
@NullMarked
package dev.gale.bench.jmh;

import org.jspecify.annotations.NullMarked;
