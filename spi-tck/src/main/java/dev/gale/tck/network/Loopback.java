package dev.gale.tck.network;

import java.net.InetAddress;
import java.net.InetSocketAddress;

final class Loopback {
    private static final long JOIN_MILLIS = 10_000;

    private Loopback() {}

    static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        InetSocketAddress parsed =
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        InetAddress host = parsed.getAddress();
        if (host == null || !host.isLoopbackAddress()) {
            throw new IllegalArgumentException("not on loopback: " + address);
        }
        return parsed;
    }

    static Thread thread(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    static void join(Thread thread) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            throw new IllegalStateException(thread.getName() + " does not end");
        }
    }
}
