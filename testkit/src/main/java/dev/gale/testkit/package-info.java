/**
 * For tests of topologies. {@link dev.gale.testkit.TopologyTestDriver} runs one in the test's own thread, step by step, with a clock
 * that the test moves; {@link dev.gale.testkit.LocalClusterExtension} lends JUnit tests a cluster with threads and real time. Both run
 * the engine's own executors: what they show is what workers do. Everything public here is promised.
 */
@NullMarked
package dev.gale.testkit;

import org.jspecify.annotations.NullMarked;
