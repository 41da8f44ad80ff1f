/**
 * The processes of a cluster: nimbus, supervisor, worker, and all of them on one machine. Each puts together what the configuration
 * names, and owns it until it is closed.
 */
@NullMarked
package dev.gale.distribution.daemon;

import org.jspecify.annotations.NullMarked;
