package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.ConfigSection;

/**
 * The section of the server on this machine:
 * <pre>
 * port: 0     # where it listens on loopback; 0: the port of its last run on that directory, or a free one
 * </pre>
 */
record EmbeddedSettings(int port) {
    static EmbeddedSettings read(ConfigSection section) {
        EmbeddedSettings settings = look(section);
        section.rejectProblems();
        return settings;
    }

    /** Notes the problems and leaves it to the caller to reject them. */
    static EmbeddedSettings look(ConfigSection section) {
        int port = section.integer("port", 0);
        if (port < 0 || port >= 1 << 16) {
            section.problem("port", "must be between 0 and 65535, was " + port);
        }
        return new EmbeddedSettings(port);
    }
}
