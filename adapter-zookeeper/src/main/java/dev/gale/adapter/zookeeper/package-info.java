/**
 * The metadata store on ZooKeeper, and a ZooKeeper server for one machine as its companion. Curator keeps the connection
 * and opens a new session when one has ended. Operations go through the very {@code ZooKeeper} handle of one session, not
 * through Curator's own calls: those repeat what they cannot know the outcome of, and carry a write that was meant for an
 * ended session over into the next one. The section:
 * <pre>
 * zookeeper:
 *   connect: "127.0.0.1:2181"   # the servers, host:port, with commas between
 *   session-timeout: 10s        # how long a client may be silent before its session keys go; servers have bounds for it
 *   connect-timeout: 15s        # how long opening waits for a server; a call for its answer, at most session-timeout
 *   username: ""                # with a password: every node is for this user alone (digest); without: for everybody
 *   password: ""
 *   tls:                        # present: the connection is encrypted
 *     keystore: ""              # this client's certificate (JKS, PKCS12 or PEM, told by the name's ending)
 *     keystore-password: ""
 *     truststore: ""            # whom it trusts
 *     truststore-password: ""
 *     verify-host: true
 * </pre>
 *
 * <p>Servers are 3.6 or newer, and have a {@code jute.maxbuffer} of at least its default of 1 MiB. That is also
 * what one listing of names may take: some ten thousand keys directly below one.
 */
@NullMarked
package dev.gale.adapter.zookeeper;

import org.jspecify.annotations.NullMarked;
