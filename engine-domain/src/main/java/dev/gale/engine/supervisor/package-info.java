/**
 * What an agent on a host does about its slots. It starts nothing and kills nothing: it is told what is assigned and what happens, and
 * answers with commands that carry their reasons.
 */
@NullMarked
package dev.gale.engine.supervisor;

import org.jspecify.annotations.NullMarked;
