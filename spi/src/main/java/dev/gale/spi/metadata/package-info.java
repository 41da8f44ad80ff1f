/**
 * A small consistent store of versioned bytes under hierarchical keys: the words that ZooKeeper and etcd can both keep.
 * What the bytes mean is the business of whoever uses them. The rules are on {@link
 * dev.gale.spi.metadata.MetadataStore}.
 */
@NullMarked
package dev.gale.spi.metadata;

import org.jspecify.annotations.NullMarked;
