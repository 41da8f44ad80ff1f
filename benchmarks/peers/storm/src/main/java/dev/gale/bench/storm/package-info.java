/** The workloads on Apache Storm. */
package dev.gale.bench.storm;
