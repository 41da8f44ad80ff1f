package dev.gale.distribution.daemon;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a process has opened, closed in the reverse order, each whatever became of the others. */
final class Closing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private record Item(String what, AutoCloseable closeable) {}

    private final Deque<Item> opened = new ArrayDeque<>();

    <C extends AutoCloseable> C add(String what, C closeable) {
        opened.push(new Item(what, closeable));
        return closeable;
    }

    @Override
    public void close() {
        Item item;
        while ((item = opened.poll()) != null) {
            try {
                item.closeable.close();
            } catch (Exception e) {
                LOG.warn("{} could not be closed", item.what, e);
            }
        }
    }
}
