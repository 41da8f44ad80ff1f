package dev.gale.spi.transport;

import java.nio.ByteBuffer;

/** One end of a pair's connection, over all its reconnections. The rules are on {@link Transport}. */
public interface Link extends AutoCloseable {
    /**
     * Offers the bytes from position to limit as one frame. Never blocks. SENT: the frame was copied or written before
     * return. After BACK_PRESSURED or NOT_CONNECTED, one {@code writable()} or {@code connected()} follows.
     *
     * @param frame of 1 to {@link Transport#maxFrameBytes} bytes; its position and limit stay
     */
    SendResult offer(ByteBuffer frame);

    @Override
    void close();
}
