/**
 * A cluster over its HTTP API: {@link dev.gale.distribution.client.HttpControl} finds the leader among the seeds, repeats what may be
 * repeated while connections fail, and goes on with uploads where they stopped.
 */
@NullMarked
package dev.gale.distribution.client;

import org.jspecify.annotations.NullMarked;
