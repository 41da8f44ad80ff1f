/**
 * Ticks: what was most frequent in the last seconds, told again and again.
 *
 * <pre>
 * tags (TagSpout) --fields(tag)--> counts (RollingCountBolt) --global--> top (TopBolt) --global--> print (PrintBolt)
 * </pre>
 *
 * <p>Each counting task keeps a window of the last seconds in slots; a tick drops the oldest slot and sends the task's own top list
 * on. Equal tags meet in one task, so the top list of all is among those of the tasks, and one task merges them at its own ticks.
 */
@NullMarked
package dev.gale.examples.topn;

import org.jspecify.annotations.NullMarked;
