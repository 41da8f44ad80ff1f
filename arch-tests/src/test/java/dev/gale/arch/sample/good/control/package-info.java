@NullMarked
package dev.gale.arch.sample.good.control;

import org.jspecify.annotations.NullMarked;
