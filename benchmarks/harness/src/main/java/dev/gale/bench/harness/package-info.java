/**
 * What every engine under test shares. One half runs inside the process of an engine: {@link
 * dev.gale.bench.harness.Runner} starts a {@link dev.gale.bench.harness.Workload}, its last stage counts in a {@link
 * dev.gale.bench.harness.Probe}, and each window becomes one line on standard output. The other half, {@link
 * dev.gale.bench.harness.Campaign}, runs such processes in turn and compares what they say. Nothing here knows an
 * engine's classes, and the class path of an engine gains HdrHistogram only.
 */
@NullMarked
package dev.gale.bench.harness;

import org.jspecify.annotations.NullMarked;
