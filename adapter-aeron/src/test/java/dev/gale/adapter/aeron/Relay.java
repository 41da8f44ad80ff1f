package dev.gale.adapter.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.Map;

/**
 * A way to an address that a test can cut: passes datagrams on, and the answers back to whoever sent them. It may also lose
 * some.
 */
final class Relay implements AutoCloseable {
    private static final int MOST_BYTES = 1 << 16;

    private final Selector selector;
    private final DatagramChannel near;
    private final InetSocketAddress target;
    private final Map<SocketAddress, DatagramChannel> ways = new HashMap<>();
    private final Thread thread;
    private volatile boolean cut;
    private volatile int loseEach;
    private int passed;

    private Relay(InetSocketAddress target) throws IOException {
        this.target = target;
        selector = Selector.open();
        near = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        near.configureBlocking(false).register(selector, SelectionKey.OP_READ);
        thread = new Thread(this::run, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    static Relay to(String target) {
        Address address = Address.parse(target);
        try {
            return new Relay(new InetSocketAddress(address.host(), address.port()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "127.0.0.1:" + near.socket().getLocalPort();
    }

    void cut() {
        cut = true;
    }

    void heal() {
        cut = false;
    }

    /** Loses one datagram of so many; 0: none. */
    void loseOneOf(int count) {
        loseEach = count;
    }

    private void run() {
        ByteBuffer buffer = ByteBuffer.allocate(MOST_BYTES);
        try {
            while (selector.isOpen()) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    pass((DatagramChannel) key.channel(), (SocketAddress) key.attachment(), buffer);
                }
                selector.selectedKeys().clear();
            }
        } catch (ClosedSelectorException e) {
            // The relay is closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(DatagramChannel from, SocketAddress answerTo, ByteBuffer buffer) throws IOException {
        buffer.clear();
        SocketAddress source = from.receive(buffer);
        buffer.flip();
        if (source == null || cut || isLost()) {
            return;
        }
        if (answerTo != null) {
            near.send(buffer, answerTo);
        } else {
            way(source).send(buffer, target);
        }
    }

    private boolean isLost() {
        passed++;
        int each = loseEach;
        return each > 0 && passed % each == 0;
    }

    private DatagramChannel way(SocketAddress source) throws IOException {
        DatagramChannel way = ways.get(source);
        if (way == null) {
            way = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            way.configureBlocking(false).register(selector, SelectionKey.OP_READ, source);
            ways.put(source, way);
        }
        return way;
    }

    @Override
    public void close() {
        try {
            selector.close();
            thread.join();
            near.close();
            for (DatagramChannel way : ways.values()) {
                way.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
