package dev.gale.adapter.netty;

import java.util.Map;

/** Bounds so small that nearly every test meets them, links spread over several loops, and heartbeats all the time. */
class SmallBufferTransportContractIT extends NettyTransportContractIT {
    @Override
    Map<String, Object> settings() {
        return Map.of(
                "max-frame", "64KiB",
                "buffer-high", "8KiB",
                "socket-send-buffer", "256KiB",
                "socket-receive-buffer", "256KiB",
                "threads", 3,
                "heartbeat", "5ms",
                "dial-fallback", "1ms");
    }
}
