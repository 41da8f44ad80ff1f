/**
 * What people and scripts can ask a cluster for, as one interface and its values. Who serves it over a network, and who asks over one,
 * see this package and nothing else of the engine; it knows no protocol. Numbers carry their units in their names; texts are for people
 * and may change, {@link dev.gale.control.ControlException.Kind} is for programs and does not.
 */
@NullMarked
package dev.gale.control;

import org.jspecify.annotations.NullMarked;
