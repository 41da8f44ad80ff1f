package dev.gale.runtime.plugin;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadFactory;

/** Carries nothing; its answers tell which class loader is the context loader. {@link PluginsIT} packs it into jars. */
public final class PluggedTransportFactory implements TransportFactory {
    @Override
    public String name() {
        return library("name.txt");
    }

    @Override
    public Transport open(ConfigSection section, PluginContext context) {
        requireOwnLoader();
        return new PluggedTransport(context.threadFactory("plugged"));
    }

    /** The text that a library of this plugin brings, found as libraries find their parts. */
    static String library(String resource) {
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new EngineException(EngineException.Category.FATAL, resource + " is not seen");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void requireOwnLoader() {
        if (Thread.currentThread().getContextClassLoader() != PluggedTransportFactory.class.getClassLoader()) {
            throw new EngineException(EngineException.Category.FATAL, "another's context loader");
        }
    }

    private record PluggedTransport(ThreadFactory threads) implements Transport {
        @Override
        public int maxFrameBytes() {
            return Integer.parseInt(library("version.txt"));
        }

        @Override
        public Endpoint bind(String address, PeerIdentity self, byte[] secret) {
            if (address.isEmpty()) {
                throw new EngineException(EngineException.Category.REJECTED, "no address");
            }
            requireOwnLoader();
            return new PluggedEndpoint(threads, address);
        }

        @Override
        public void close() {
            requireOwnLoader();
        }
    }

    private record PluggedEndpoint(ThreadFactory threads, String address) implements Endpoint {
        @Override
        public Link link(String address, PeerIdentity peer, LinkListener listener) {
            requireOwnLoader();
            Thread thread = threads.newThread(() -> {
                requireOwnLoader();
                listener.writable();
            });
            thread.start();
            return new PluggedLink();
        }

        @Override
        public void close() {
            requireOwnLoader();
        }
    }

    private record PluggedLink() implements Link {
        @Override
        public SendResult offer(ByteBuffer frame) {
            requireOwnLoader();
            return SendResult.SENT;
        }

        @Override
        public void close() {
            requireOwnLoader();
        }
    }
}
