/** The workloads on Apache Flink. */
package dev.gale.bench.flink;
