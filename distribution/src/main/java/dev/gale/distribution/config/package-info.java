/**
 * Reading the configuration: {@code gale.yaml}, the files that hold secrets, environment and flags, made into the layers that
 * {@code dev.gale.runtime.config} merges and judges.
 */
@NullMarked
package dev.gale.distribution.config;

import org.jspecify.annotations.NullMarked;
