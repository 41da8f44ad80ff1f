package dev.gale.spi.transport;

import java.util.Objects;

/**
 * Who a process is on the wire; the handshake proves it. All fields are compared.
 *
 * @param group who may talk with each other; a group shares a secret
 * @param endpoint a place such as {@code host:port}
 * @param generation which holder of that place, a later one being a different peer
 * @param incarnation one process life; in an expected peer it may be empty, which admits any
 */
public record PeerIdentity(String group, String endpoint, long generation, String incarnation) {
    public PeerIdentity {
        Objects.requireNonNull(incarnation, "incarnation");
        if (group.isBlank() || endpoint.isBlank()) {
            throw new IllegalArgumentException(
                    "a peer needs a group and an endpoint, was group='" + group + "' endpoint='" + endpoint + "'");
        }
    }

    /** True when {@code proven} is the peer that this expectation describes. */
    public boolean admits(PeerIdentity proven) {
        return group.equals(proven.group)
                && endpoint.equals(proven.endpoint)
                && generation == proven.generation
                && (incarnation.isEmpty() || incarnation.equals(proven.incarnation));
    }
}
