package dev.gale.distribution.cli;

import dev.gale.control.Control;
import dev.gale.distribution.client.Connection;

/** Opens the cluster that a connection leads to. */
interface ControlFactory {
    Control open(Connection connection);
}
