package dev.gale.bench.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/** The receiver's side: counts frames, sends pings back, and tells how many it has counted. */
final class FrameCounter implements FrameLink.Handler {
    private final Queue<ByteBuffer> waiting = new ArrayDeque<>();
    private long counted;

    @Override
    public void frame(FrameLink link, ByteBuffer frame) throws IOException {
        switch (Frames.kind(frame)) {
            case Frames.COUNTED -> counted++;
            case Frames.PING -> answer(link, copy(frame));
            case Frames.TOTAL -> {
                ByteBuffer total = copy(frame);
                Frames.number(total, counted);
                counted = 0;
                answer(link, total);
            }
            default -> throw new IllegalStateException("a frame of kind " + Frames.kind(frame));
        }
    }

    @Override
    public void room(FrameLink link) throws IOException {
        while (!waiting.isEmpty() && link.offer(waiting.peek())) {
            waiting.remove();
        }
        link.flush();
    }

    /** In order; what there is no room for now goes when there is. */
    private void answer(FrameLink link, ByteBuffer frame) throws IOException {
        if (!waiting.isEmpty() || !link.offer(frame)) {
            waiting.add(frame);
        }
        link.flush();
    }

    private static ByteBuffer copy(ByteBuffer frame) {
        ByteBuffer copy = ByteBuffer.allocate(frame.remaining());
        copy.put(frame.duplicate());
        copy.flip();
        return copy;
    }
}
