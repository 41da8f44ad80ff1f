/**
 * What an author declared, checked and made ready to look things up in: typed settings, the problems of a declaration, and the graph
 * of components. Checking reports every problem together and changes nothing; what is derived from a valid topology is the same in
 * every process, since it depends on ids and their order alone. Knows nothing of tasks' places, time or the cluster.
 */
@NullMarked
package dev.gale.engine.topology;

import org.jspecify.annotations.NullMarked;
