/** The contract of the metadata store, as tests. An adapter subclasses a suite in about thirty lines. */
@NullMarked
package dev.gale.tck.metadata;

import org.jspecify.annotations.NullMarked;
