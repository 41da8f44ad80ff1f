/**
 * Finding adapters by the name that the configuration gives, and what the engine lends them. An unknown name is an error that lists
 * the names there are.
 */
@NullMarked
package dev.gale.runtime.plugin;

import org.jspecify.annotations.NullMarked;
