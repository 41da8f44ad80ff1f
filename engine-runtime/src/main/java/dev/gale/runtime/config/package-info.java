/**
 * The configuration of the daemons: which keys there are, what they take, and which value holds. Values come in layers, low to
 * high: built-in defaults, {@code gale.yaml}, environment variables, {@code -c} flags, and for {@code topology.} keys the topology's own
 * config. A higher layer replaces single values and leaves their neighbours alone; each value knows where it came from. Everything
 * here is computed from values: files are read by others.
 *
 * <p>An environment variable is named {@code GALE_} and the key in capitals, a dot written as one underscore and a dash as two; the
 * first part of a key that begins with {@code gale.} is not repeated:
 * <pre>
 * supervisor.slots.ports                GALE_SUPERVISOR_SLOTS_PORTS=6700,6701
 * nimbus.api.tls.key-store              GALE_NIMBUS_API_TLS_KEY__STORE=/etc/gale/api.p12
 * zookeeper.session-timeout             GALE_ZOOKEEPER_SESSION__TIMEOUT=10s
 * gale.local.dir                        GALE_LOCAL_DIR=/var/lib/gale
 * isolation.scheduler.machines          GALE_ISOLATION_SCHEDULER_MACHINES=billing=2,search=1
 * </pre>
 */
@NullMarked
package dev.gale.runtime.config;

import org.jspecify.annotations.NullMarked;
