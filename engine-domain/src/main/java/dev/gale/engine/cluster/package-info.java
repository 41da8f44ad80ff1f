/**
 * Supervisors and their slots: what a scheduler may look at. It knows nothing of topologies. A supervisor that is not in a view is not
 * there, whatever ran on it.
 */
@NullMarked
package dev.gale.engine.cluster;

import org.jspecify.annotations.NullMarked;
