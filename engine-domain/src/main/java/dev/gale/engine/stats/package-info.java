/**
 * Counting and reporting. Counts are exact; latencies are sampled, and say so. An executor only ever adds to cumulative figures, which
 * others read without locks; everything over a window is made from differences of those, by a single thread that passes the time in.
 */
@NullMarked
package dev.gale.engine.stats;

import org.jspecify.annotations.NullMarked;
