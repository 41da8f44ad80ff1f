/**
 * One executor's steps: inbox to user code to outboxes, with acking, timeouts, ticks, overflow and the failure of user code. The
 * machines own no thread, queue or clock: whoever runs them brings batches, reads the clock for them and carries away what their
 * outboxes hand over, be it a thread over rings or a test that steps by hand.
 */
@NullMarked
package dev.gale.engine.executor;

import org.jspecify.annotations.NullMarked;
