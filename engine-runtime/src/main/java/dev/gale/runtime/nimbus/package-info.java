/**
 * The master around its decisions: it leads or stands by, tells {@link dev.gale.engine.nimbus.NimbusMachine} what the store says, and
 * writes what that decides. Everything runs on one control thread, which never waits.
 */
@NullMarked
package dev.gale.runtime.nimbus;

import org.jspecify.annotations.NullMarked;
