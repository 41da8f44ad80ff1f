package dev.gale.bench.cluster;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** By what frames travel from one process to another. */
enum FramePath {
    /** Sockets as Java has them, without the engine's port: what the others are held against. */
    TCP("tcp", "", Map.of()),
    NETTY("netty", "netty", Map.of()),
    AERON_IPC("aeron-ipc", "aeron", Map.of("ipc", "true")),
    AERON_UDP("aeron-udp", "aeron", Map.of("ipc", "false")),
    /** Aeron without the port, at the media driver of the adapter. */
    RAW_AERON_IPC("raw-aeron-ipc", "aeron", Map.of("ipc", "true")),
    RAW_AERON_UDP("raw-aeron-udp", "aeron", Map.of("ipc", "false"));

    private final String label;
    private final String transport;
    private final Map<String, String> section;

    FramePath(String label, String transport, Map<String, String> section) {
        this.label = label;
        this.transport = transport;
        this.section = section;
    }

    String label() {
        return label;
    }

    /** Whose port or companion is used, by its name in configuration; empty where there is none. */
    String transport() {
        return transport;
    }

    boolean isRawAeron() {
        return this == RAW_AERON_IPC || this == RAW_AERON_UDP;
    }

    /** What is set in the transport's section, by key. */
    Map<String, String> section() {
        return section;
    }

    static Optional<FramePath> labelled(String label) {
        return Arrays.stream(values()).filter(path -> path.label.equals(label)).findFirst();
    }

    static String labels() {
        return Arrays.stream(values()).map(FramePath::label).collect(Collectors.joining(", "));
    }
}
