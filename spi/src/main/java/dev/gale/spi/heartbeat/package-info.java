/**
 * Signs of life that one process writes often and another on the same host reads. Whether somebody is alive is the
 * reader's judgement: here are only records. The rules are on {@link dev.gale.spi.heartbeat.Heartbeats}.
 */
@NullMarked
package dev.gale.spi.heartbeat;

import org.jspecify.annotations.NullMarked;
