package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.PluginContext;

/** What all endpoints of a transport share. */
record TransportKit(AeronSettings settings, Clients clients, PluginContext context, Tally tally) {}
