/** Gale's side of the end-to-end benchmark: the same topologies as its peers', in one worker of a local cluster. */
@NullMarked
package dev.gale.bench;

import org.jspecify.annotations.NullMarked;
