package dev.gale.runtime.worker;

import dev.gale.spi.transport.PeerIdentity;

/** Where another worker is reached, and who must answer there. */
public record PeerAddress(String address, PeerIdentity identity) {}
