/** What the contract suites share: a host for the adapter under test, and patience. */
@NullMarked
package dev.gale.tck;

import org.jspecify.annotations.NullMarked;
