/** Stands between two ends on loopback and does to their bytes what networks do: cuts, silence, one way only, delay. */
@NullMarked
package dev.gale.tck.network;

import org.jspecify.annotations.NullMarked;
