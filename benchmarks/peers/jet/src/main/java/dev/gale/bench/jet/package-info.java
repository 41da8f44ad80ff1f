/** The workloads on Hazelcast Jet. */
package dev.gale.bench.jet;
