/**
 * Where executors run, as a function of what there is. A plan moves nothing that can stay, and says why a topology has less than it
 * wants.
 */
@NullMarked
package dev.gale.engine.schedule;

import org.jspecify.annotations.NullMarked;
