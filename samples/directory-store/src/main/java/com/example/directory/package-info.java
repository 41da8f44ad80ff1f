/**
 * Gale's metadata store in a plain directory that the processes of one host share: a sample of a plugin. Each commit is a new file with
 * all that is stored, so it is for small clusters, for trying things out, and for reading.
 */
@NullMarked
package com.example.directory;

import org.jspecify.annotations.NullMarked;
