/**
 * The metadata store on etcd, and an etcd server for one machine as its companion. It speaks to etcd by jetcd's stubs for
 * gRPC, not by jetcd's client: that repeats what it cannot know the outcome of, has no comparison of leases and ranges, and
 * threads of its own. The section:
 * <pre>
 * etcd:
 *   endpoints: "127.0.0.1:2379"  # the members, host:port, with commas between
 *   session-timeout: 10s         # how long a client may be silent before its session keys go; whole seconds
 *   connect-timeout: 15s         # how long opening waits for a member; a call for its answer, at most session-timeout
 *   user: ""                     # with a password
 *   password: ""
 *   password-file: ""            # instead of password: a file that holds it
 *   tls:                         # present: the connection is encrypted, and the member's name is checked
 *     certificate: ""            # this client's certificate, PEM
 *     key: ""                    # and its private key, PEM in PKCS#8
 *     key-password: ""
 *     trusted: ""                # whose certificates it trusts, PEM; without: those that the JDK trusts
 *   server:                      # of the server that gale dev starts
 *     port: 0                    # 0: the port of its last run on that directory, or a free one
 *     binary: etcd               # a path, or a name that is looked for on the PATH
 * </pre>
 *
 * <p>Servers are 3.4 or newer, with at least the defaults of {@code --max-request-bytes} (1.5 MiB) and
 * {@code --max-txn-ops} (128). A user needs a role that may read and write all under {@code metadata.root}, and read the
 * names above it.
 */
@NullMarked
package dev.gale.adapter.etcd;

import org.jspecify.annotations.NullMarked;
