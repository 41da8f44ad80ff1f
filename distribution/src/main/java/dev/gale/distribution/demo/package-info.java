/**
 * The demo on a cluster: a store, nimbus and two supervisors in this process, and worker processes, for the word count of the examples
 * alone. It takes down what it started, whatever happens.
 */
@NullMarked
package dev.gale.distribution.demo;

import org.jspecify.annotations.NullMarked;
