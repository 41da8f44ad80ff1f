/**
 * Finding adapters by the name that the configuration gives, on the class path and in folders of plugins, and what the engine lends
 * them. An unknown name is an error that lists the names there are.
 */
@NullMarked
package dev.gale.runtime.plugin;

import org.jspecify.annotations.NullMarked;
