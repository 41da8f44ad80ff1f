/**
 * Links between processes that carry byte frames, in order and with back-pressure. What the bytes mean, and how much
 * may be under way, is the business of whoever uses them. The rules are on {@link dev.gale.spi.transport.Transport}.
 */
@NullMarked
package dev.gale.spi.transport;

import org.jspecify.annotations.NullMarked;
