/**
 * What every adapter and its host share: configuration sections, the things a host lends, and one exception. Nothing in
 * here owns a clock, a thread, randomness, input or output.
 */
@NullMarked
package dev.gale.spi.plugin;

import org.jspecify.annotations.NullMarked;
