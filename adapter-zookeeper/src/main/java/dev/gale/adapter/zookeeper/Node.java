package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.Version;
import org.apache.zookeeper.data.Stat;

/**
 * What a plan has to know of a node that exists.
 *
 * @param counter the number of times that its data was written, which operations are conditional on
 * @param owner the session that it goes with; 0 for a persistent one
 * @param children how many nodes are directly below
 * @param dataLength the bytes of its envelope
 */
record Node(int counter, Version version, long owner, int children, int dataLength) {
    static Node of(Stat stat) {
        return new Node(
                stat.getVersion(),
                Envelope.version(stat.getMzxid()),
                stat.getEphemeralOwner(),
                stat.getNumChildren(),
                stat.getDataLength());
    }

    boolean isKey() {
        return !Envelope.isParent(dataLength);
    }

    boolean isEphemeral() {
        return owner != 0;
    }

    /** Nothing is below, it is no key, and this adapter made it. */
    boolean isLeftOver() {
        return children == 0 && Envelope.isOwnParent(dataLength) && !isEphemeral();
    }
}
