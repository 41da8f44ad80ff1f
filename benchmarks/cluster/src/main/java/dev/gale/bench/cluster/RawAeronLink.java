package dev.gale.bench.cluster;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Aeron as its own library has it: a stream in each direction, with the buffers of the adapter and at the same media driver, and a thread
 * that polls and rests as Aeron's agents do. No peer is proven and no link connects again.
 */
final class RawAeronLink implements FrameLink {
    // Keys of the adapter's section.
    private static final String DIRECTORY = "dir";
    private static final String IPC = "ipc";

    private static final String IPC_CHANNEL = "aeron:ipc";
    private static final String UDP_CHANNEL = "aeron:udp?endpoint=";
    private static final String TERM = "term-length=1m";
    private static final int UDP_STREAM = 1;
    private static final int PACKETS_AT_ONCE = 64;

    private final Aeron client;
    private final boolean ipc;
    private final Handler handler;
    private final Subscription subscription;
    private final Thread reader;
    private final IdleStrategy waiting = new BackoffIdleStrategy();
    private final UnsafeBuffer frame = new UnsafeBuffer();
    private @Nullable ExclusivePublication publication;
    private volatile boolean closed;

    /** Whether a frame was refused since room was last told of. */
    private volatile boolean refused;

    // On the reader's thread: a view of the memory that the last frame lay in.
    private @Nullable Object viewed;
    private ByteBuffer view = ByteBuffer.allocate(0);

    /**
     * Listens; connects later.
     *
     * @param section of the adapter, with what the companion tells its clients
     * @param stream number of the stream that reaches this end in shared memory
     */
    RawAeronLink(Map<String, String> section, int stream, Handler handler) {
        this.ipc = Boolean.parseBoolean(section.get(IPC));
        this.handler = handler;
        client = Aeron.connect(new Aeron.Context().aeronDirectoryName(section.get(DIRECTORY)));
        subscription = ipc
                ? client.addSubscription(IPC_CHANNEL, stream)
                : client.addSubscription(UDP_CHANNEL + "127.0.0.1:0", UDP_STREAM);
        reader = new Thread(this::read, "bench-reader");
        reader.setDaemon(true);
    }

    /** The number of the stream, or the port. */
    String address() {
        if (ipc) {
            return String.valueOf(subscription.streamId());
        }
        Patience.await("a port", () -> subscription.resolvedEndpoint() != null);
        return subscription.resolvedEndpoint();
    }

    /** Returns when frames can be sent. */
    void connect(String address) {
        ExclusivePublication to = ipc
                ? client.addExclusivePublication(IPC_CHANNEL + "?" + TERM, Integer.parseInt(address))
                : client.addExclusivePublication(UDP_CHANNEL + address + "|" + TERM, UDP_STREAM);
        publication = to;
        Patience.await("a connection to " + address, () -> to.isConnected() && subscription.isConnected());
        reader.start();
    }

    @Override
    public boolean offer(ByteBuffer content) {
        ExclusivePublication to = publication;
        if (to == null) {
            throw new IllegalStateException("it was not connected before");
        }
        frame.wrap(content, content.position(), content.remaining());
        long result = to.offer(frame, 0, frame.capacity());
        if (result > 0) {
            waiting.reset();
            return true;
        }
        if (result != Publication.BACK_PRESSURED && result != Publication.ADMIN_ACTION) {
            throw new IllegalStateException("the stream is over: " + Publication.errorString(result));
        }
        refused = true;
        return false;
    }

    @Override
    public void awaitRoom() {
        waiting.idle();
    }

    @Override
    public void flush() {
        // What is offered is under way.
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        CloseHelper.close(client);
    }

    private void read() {
        FragmentAssembler assembler = new FragmentAssembler(this::onFrame);
        IdleStrategy idle = new BackoffIdleStrategy();
        while (!closed) {
            int work = subscription.poll(assembler, PACKETS_AT_ONCE);
            if (refused) {
                refused = false;
                tellRoom();
            }
            idle.idle(work);
        }
    }

    private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        ByteBuffer mapped = buffer.byteBuffer();
        Object memory = mapped == null ? buffer.byteArray() : mapped;
        if (memory != viewed) {
            viewed = memory;
            view = mapped == null ? ByteBuffer.wrap(buffer.byteArray()) : mapped.duplicate();
        }
        int begin = buffer.wrapAdjustment() + offset;
        view.limit(begin + length).position(begin);
        try {
            handler.frame(this, view);
        } catch (IOException e) {
            throw new IllegalStateException("a frame was not handled", e);
        }
    }

    private void tellRoom() {
        try {
            handler.room(this);
        } catch (IOException e) {
            throw new IllegalStateException("an answer was not sent", e);
        }
    }
}
