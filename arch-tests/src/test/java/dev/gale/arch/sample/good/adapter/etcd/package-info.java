/** A sample. */
@NullMarked
package dev.gale.arch.sample.good.adapter.etcd;

import org.jspecify.annotations.NullMarked;
