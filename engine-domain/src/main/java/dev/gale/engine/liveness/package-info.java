/**
 * Who is still there. Time is measured by the one who listens, from one sign of life to the next; no clocks of two processes are
 * compared.
 */
@NullMarked
package dev.gale.engine.liveness;

import org.jspecify.annotations.NullMarked;
