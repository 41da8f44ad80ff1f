/**
 * Parallelism: workers, executors and tasks. A blue spout feeds a green bolt, and that a yellow one; two workers share 2 + 2 + 6
 * executors, which run 2 + 4 + 6 tasks. {@link dev.gale.examples.colors.ColorsTopology} declares it.
 */
@NullMarked
package dev.gale.examples.colors;

import org.jspecify.annotations.NullMarked;
