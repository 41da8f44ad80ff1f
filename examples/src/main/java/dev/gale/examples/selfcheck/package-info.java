/**
 * A topology whose output tells whether the engine kept its promise, whatever happened to it while it ran.
 *
 * <pre>
 * lines (SampleSpout) --shuffle--> split --shuffle--> count --shuffle----> delivered (FileSinkBolt): ids as they arrive, and who counted
 *                                                           --fields(id)-> results (FileSinkBolt): id and counts
 * </pre>
 *
 * <p>Every line follows from a seed and its id, so the truth needs no other record of the input. {@link
 * dev.gale.examples.selfcheck.Verdict} compares: an id that was never delivered is a lost line and breaks at-least-once; one that was
 * delivered twice is allowed and counted; a result that is not that of its line, or a line without one, is an error. Both sinks
 * append to files of their own and ack what is flushed, so they may be killed at any time.
 */
@NullMarked
package dev.gale.examples.selfcheck;

import org.jspecify.annotations.NullMarked;
