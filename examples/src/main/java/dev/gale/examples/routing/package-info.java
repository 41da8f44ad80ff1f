/**
 * Several streams, and a stream whose emitter names the task.
 *
 * <pre>
 * readings (ReadingSpout) --shuffle--> parse (ParseBolt) --"valid", direct----> store (StoreBolt)
 *                                                        --"invalid", global--> reject (RejectBolt)
 * </pre>
 *
 * <p>The parser gives each region a store of its own choice, which no other grouping could: the first half of the alphabet to the
 * first task, and so on.
 */
@NullMarked
package dev.gale.examples.routing;

import org.jspecify.annotations.NullMarked;
