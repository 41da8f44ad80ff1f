/**
 * Heartbeats in files of one host: a small file for each place, written in the binary format of Chronicle Wire. It has
 * no settings; its section {@code localfile} is empty.
 *
 * <p>A file has 4096 bytes, two halves that are written in turn. Each half holds one record with its length and its
 * checksum, so that a write that stops anywhere spoils one half and leaves the record in the other. A file belongs to
 * the writer that made it: a new writer renames a file of its own over the place, and whatever an older writer still
 * writes goes to a file that nobody finds. ADR 9 has the measurements behind it.
 */
@NullMarked
package dev.gale.adapter.localfile;

import org.jspecify.annotations.NullMarked;
