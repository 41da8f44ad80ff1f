/** The contract of the transport, as tests. An adapter subclasses a suite in about thirty lines. */
@NullMarked
package dev.gale.tck.transport;

import org.jspecify.annotations.NullMarked;
