/**
 * The command line. Data go to the standard output, everything else to the standard error; every failure is one message that says
 * what to do next, and an exit code that is documented. Commands know {@link dev.gale.control.Control} and nothing of what carries it.
 */
@NullMarked
package dev.gale.distribution.cli;

import org.jspecify.annotations.NullMarked;
