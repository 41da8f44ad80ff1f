/** The contract of the services that hosts run for adapters, as tests. An adapter subclasses a suite in about thirty lines. */
@NullMarked
package dev.gale.tck.companion;

import org.jspecify.annotations.NullMarked;
