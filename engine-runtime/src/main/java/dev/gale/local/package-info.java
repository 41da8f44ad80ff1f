/**
 * The engine inside one JVM, for embedders, tests and examples: {@link dev.gale.local.LocalCluster} runs topologies on the adapters
 * that are on the class path, the memory ones by default. No static state: several clusters run side by side.
 */
@NullMarked
package dev.gale.local;

import org.jspecify.annotations.NullMarked;
