/**
 * The laws of Gale's architecture as ArchUnit rules. Gale runs them over its own modules; the author of an adapter runs
 * {@link dev.gale.arch.AdapterLaws} over theirs. A law reads as a sentence with its reason, and fails when it finds nothing to judge.
 */
@NullMarked
package dev.gale.arch;

import org.jspecify.annotations.NullMarked;
