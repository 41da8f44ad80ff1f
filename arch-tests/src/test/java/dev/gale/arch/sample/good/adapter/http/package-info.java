@NullMarked
package dev.gale.arch.sample.good.adapter.http;

import org.jspecify.annotations.NullMarked;
