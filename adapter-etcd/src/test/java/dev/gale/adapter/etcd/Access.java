package dev.gale.adapter.etcd;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** One client's way to all servers of an ensemble, through proxies. */
final class Access implements AutoCloseable {
    private final List<FrameProxy> proxies = new ArrayList<>();
    private final AtomicBoolean losing = new AtomicBoolean();

    static Access to(IntSupplier... servers) throws IOException {
        Access access = new Access();
        for (IntSupplier server : servers) {
            access.proxies.add(new FrameProxy(server, access.losing));
        }
        return access;
    }

    /** What the client is to connect to. */
    String connect() {
        return proxies.stream().map(proxy -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(","));
    }

    /** Which of the servers the client is connected to; -1 for none. */
    int connected() {
        for (int i = 0; i < proxies.size(); i++) {
            if (proxies.get(i).isConnected()) {
                return i;
            }
        }
        return -1;
    }

    void refuse() {
        proxies.forEach(FrameProxy::refuse);
    }

    void admit() {
        proxies.forEach(FrameProxy::admit);
    }

    void freeze() {
        proxies.forEach(FrameProxy::freeze);
    }

    void thaw() {
        proxies.forEach(FrameProxy::thaw);
    }

    /** Of the next transaction, whichever server it goes to. */
    void loseNextAnswer() {
        losing.set(true);
    }

    @Override
    public void close() {
        proxies.forEach(FrameProxy::close);
    }
}
