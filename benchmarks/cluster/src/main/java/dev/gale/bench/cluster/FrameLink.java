package dev.gale.bench.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One end of a path. */
interface FrameLink extends AutoCloseable {
    /** Called on threads of the link, never two at once. */
    interface Handler {
        /** A frame arrived; its bytes are valid during the call only. */
        void frame(FrameLink link, ByteBuffer frame) throws IOException;

        /** There is room again. */
        void room(FrameLink link) throws IOException;
    }

    /** False if there is no room: then {@link #awaitRoom} is to follow. A path may wait for room here instead. */
    boolean offer(ByteBuffer frame) throws IOException;

    void awaitRoom() throws InterruptedException;

    /** What was offered goes out now, if the path has held it back to send more at once. */
    void flush() throws IOException;

    @Override
    void close() throws IOException;
}
