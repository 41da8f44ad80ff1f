/**
 * What a topology consists of besides its records: the author's jar, the declared structure with the author's serialized objects, and
 * the configuration; how these three files are written and read, and where they lie on a host. Nimbus and supervisors treat the
 * author's objects as bytes; only a worker makes objects of them, in a class loader of the author's own.
 */
@NullMarked
package dev.gale.runtime.code;

import org.jspecify.annotations.NullMarked;
