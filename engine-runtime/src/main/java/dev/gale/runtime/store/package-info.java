/**
 * What the cluster keeps in the metadata store: under which keys, and in which format. Records are JSON objects; fields that this
 * version does not know are kept when it writes a record anew.
 */
@NullMarked
package dev.gale.runtime.store;

import org.jspecify.annotations.NullMarked;
