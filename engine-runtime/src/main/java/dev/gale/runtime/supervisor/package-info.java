/**
 * The agent on a host around its decisions: it tells {@link dev.gale.engine.supervisor.SupervisorMachine} what is assigned and what
 * happens here, and has the host carry out what that decides. Everything runs on one control thread, which never waits. {@link
 * dev.gale.runtime.supervisor.ProcessHost} is the real host: processes and files, on threads of their own.
 */
@NullMarked
package dev.gale.runtime.supervisor;

import org.jspecify.annotations.NullMarked;
