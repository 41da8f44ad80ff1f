package dev.gale.adapter.netty;

import dev.gale.spi.plugin.ConfigSection;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The section {@code netty}; what each key means is on {@link NettyTransportFactory}. */
record NettySettings(
        int maxFrameBytes,
        int maxUnauthenticated,
        int threads,
        NativeIo nativeIo,
        BufferSettings buffers,
        TimeSettings times,
        Optional<TlsSettings> tls) {
    static final String NAME = "netty";

    /** Whether to use the kernel's epoll by native code. */
    enum NativeIo {
        /** Where it can be loaded. */
        AUTO,
        TRUE,
        FALSE
    }

    private static final Duration LONGEST = Duration.ofHours(1);

    /** Reads all of the section and reports every problem together. */
    static NettySettings read(ConfigSection section) {
        NettySettings settings = new NettySettings(
                bytes(section, "max-frame", 8 << 20, 1 << 10, 128 << 20),
                count(section, "max-unauthenticated", 128, 100_000),
                count(section, "threads", 1, 64),
                nativeIo(section),
                buffers(section),
                times(section),
                tls(section.section("tls")));
        section.rejectProblems();
        return settings;
    }

    private static BufferSettings buffers(ConfigSection section) {
        int high = bytes(section, "buffer-high", 1 << 20, 4 << 10, 256 << 20);
        int low = bytes(section, "buffer-low", high / 2, 0, 256 << 20);
        if (low >= high) {
            section.problem("buffer-low", "must be below buffer-high, " + high + " bytes, was " + low);
        }
        return new BufferSettings(
                low,
                high,
                bytes(section, "socket-send-buffer", 0, 0, 256 << 20),
                bytes(section, "socket-receive-buffer", 0, 0, 256 << 20));
    }

    private static TimeSettings times(ConfigSection section) {
        TimeSettings times = new TimeSettings(
                time(section, "connect-timeout", Duration.ofSeconds(3)),
                time(section, "handshake-timeout", Duration.ofSeconds(5)),
                time(section, "heartbeat", Duration.ofSeconds(2)),
                time(section, "idle-timeout", Duration.ofSeconds(15)),
                time(section, "backoff-min", Duration.ofMillis(100)),
                time(section, "backoff-max", Duration.ofSeconds(5)),
                time(section, "dial-fallback", Duration.ofSeconds(1)));
        if (times.idle().compareTo(times.heartbeat().multipliedBy(2)) < 0) {
            section.problem("idle-timeout", "must be at least twice the heartbeat, " + times.heartbeat());
        }
        if (times.backoffMax().compareTo(times.backoffMin()) < 0) {
            section.problem("backoff-max", "must not be below backoff-min, " + times.backoffMin());
        }
        return times;
    }

    private static Optional<TlsSettings> tls(ConfigSection section) {
        if (section.values().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TlsSettings(
                section.string("key-store"),
                section.string("key-store-password"),
                section.string("trust-store"),
                section.string("trust-store-password")));
    }

    private static NativeIo nativeIo(ConfigSection section) {
        String text = section.string("native", "auto");
        for (NativeIo value : NativeIo.values()) {
            if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
                return value;
            }
        }
        section.problem("native", "must be auto, true or false");
        return NativeIo.AUTO;
    }

    private static int bytes(ConfigSection section, String key, int defaultValue, int least, int most) {
        long bytes = section.bytes(key, defaultValue);
        if (bytes < least || bytes > most) {
            section.problem(key, "must be between " + least + " and " + most + " bytes, was " + bytes);
            return defaultValue;
        }
        return (int) bytes;
    }

    private static int count(ConfigSection section, String key, int defaultValue, int most) {
        int count = section.integer(key, defaultValue);
        if (count < 1 || count > most) {
            section.problem(key, "must be between 1 and " + most + ", was " + count);
            return defaultValue;
        }
        return count;
    }

    private static Duration time(ConfigSection section, String key, Duration defaultValue) {
        Duration time = section.duration(key, defaultValue);
        if (time.toMillis() < 1 || time.compareTo(LONGEST) > 0) {
            section.problem(key, "must be between 1ms and 1h");
            return defaultValue;
        }
        return time;
    }
}
