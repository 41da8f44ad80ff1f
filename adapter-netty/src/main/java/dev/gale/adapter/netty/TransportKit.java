package dev.gale.adapter.netty;

import dev.gale.spi.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/**
 * What all endpoints of a transport share.
 *
 * @param tls null without TLS
 */
record TransportKit(
        NettySettings settings, Sockets sockets, @Nullable Tls tls, PluginContext context, Tally tally) {}
