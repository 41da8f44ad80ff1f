/** The contract suites run over ports that break one rule each, to show that the rule's tests find it. */
@org.jspecify.annotations.NullMarked
package dev.gale.adapter.memory.flaws;
