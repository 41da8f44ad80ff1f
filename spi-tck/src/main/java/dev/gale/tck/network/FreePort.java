package dev.gale.tck.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for what is told where to listen. They lie below those that the system gives to connections and to who asks for any port, so that
 * none of these takes one before it is bound.
 */
public final class FreePort {
    private static final int FIRST = 15_000;
    private static final int NUMBER = 17_000;
    private static final Set<Integer> GIVEN = new HashSet<>();

    private FreePort() {}

    /** One of loopback that nobody listens at now, and that was not given before in this process. */
    public static synchronized int next() {
        while (GIVEN.size() < NUMBER) {
            int port = FIRST + ThreadLocalRandom.current().nextInt(NUMBER);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port from " + FIRST + " to " + (FIRST + NUMBER - 1) + " is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return free.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
