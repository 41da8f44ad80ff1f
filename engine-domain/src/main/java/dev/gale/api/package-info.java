/**
 * What topology authors import: spouts, bolts, collectors, tuples, groupings, the builder and the configuration. Words and shapes
 * are Storm's. Depends on the JDK alone and on no other package of Gale; implementations live in the engine.
 */
@NullMarked
package dev.gale.api;

import org.jspecify.annotations.NullMarked;
