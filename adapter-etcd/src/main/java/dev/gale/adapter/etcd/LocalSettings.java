package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.ConfigSection;

/**
 * The section of the server on this machine:
 * <pre>
 * port: 0      # where it listens on loopback; 0: the port of its last run on that directory, or a free one
 * binary: etcd # the program: a path, or a name that is looked for on the PATH
 * </pre>
 *
 * @param binaryKey the name of the latter, for messages
 */
record LocalSettings(int port, String binary, String binaryKey) {
    private static final String PORT = "port";
    private static final String BINARY = "binary";

    static LocalSettings read(ConfigSection section) {
        LocalSettings settings = look(section);
        section.rejectProblems();
        return settings;
    }

    /** Notes the problems and leaves it to the caller to reject them. */
    static LocalSettings look(ConfigSection section) {
        int port = section.integer(PORT, 0);
        if (port < 0 || port >= 1 << 16) {
            section.problem(PORT, "must be between 0 and 65535, was " + port);
        }
        String binary = section.string(BINARY, "etcd");
        if (binary.isBlank()) {
            section.problem(BINARY, "names no program");
        }
        return new LocalSettings(port, binary, section.name() + "." + BINARY);
    }
}
