/**
 * All three ports within one JVM: for local mode, for tests, and as the reference of the contracts. There is no static
 * state: what two users share, they share by an object. All three factories read one section:
 * <pre>
 * memory:
 *   max-frame: 8MiB     # transport: largest frame
 *   buffer: 1MiB        # transport: what may be under way in one direction of a link before it refuses
 *   world: ""           # store: those that one factory object opens under one name share data; "" shares with none
 * </pre>
 */
@NullMarked
package dev.gale.adapter.memory;

import org.jspecify.annotations.NullMarked;
