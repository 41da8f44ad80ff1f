/**
 * The agent on a host around its decisions: it tells {@link dev.gale.engine.supervisor.SupervisorMachine} what is assigned and what
 * happens here, and has the host carry out what that decides. Everything runs on one control thread, which never waits.
 */
@NullMarked
package dev.gale.runtime.supervisor;

import org.jspecify.annotations.NullMarked;
