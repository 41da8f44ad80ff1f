/** Gale's side of the benchmarks with worker processes: a cluster on this machine, as {@code gale dev} starts it. */
@org.jspecify.annotations.NullMarked
package dev.gale.bench.cluster;
