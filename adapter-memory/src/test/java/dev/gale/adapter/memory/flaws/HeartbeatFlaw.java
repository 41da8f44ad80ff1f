package dev.gale.adapter.memory.flaws;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.Reading.NoHeartbeat;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** What heartbeats can do wrong, by the rule that is broken. */
enum HeartbeatFlaw {
    COUNTS_FROM_ZERO(1, CountsFromZero::new),
    GOES_BACK(2, GoesBack::new),
    THROWS_WHEN_THERE_IS_NONE(3, ThrowsWhenNone::new),
    /** Brought about by the suite, which breaks a write off. */
    LOSES_ALL_WITH_A_BROKEN_WRITE(4, sound -> sound),
    LETS_AN_OLDER_WRITER_BACK(5, OlderWriterBack::new),
    CUTS_PAYLOADS(6, CutsPayloads::new),
    FORGETS_ON_CLOSE(7, ForgetsOnClose::new),
    READS_ON_ONE_THREAD_ONLY(8, OneThread::new),
    READS_AFTER_CLOSE(9, ReadsAfterClose::new);

    final int rule;
    private final UnaryOperator<Heartbeats> flawed;

    HeartbeatFlaw(int rule, UnaryOperator<Heartbeats> flawed) {
        this.rule = rule;
        this.flawed = flawed;
    }

    Heartbeats in(Heartbeats sound) {
        return flawed.apply(sound);
    }

    /** Does what the sound ones do. */
    private static class Forwarding implements Heartbeats {
        final Heartbeats sound;

        Forwarding(Heartbeats sound) {
            this.sound = sound;
        }

        @Override
        public HeartbeatWriter writer(Path place, WriterIdentity self) {
            return sound.writer(place, self);
        }

        @Override
        public HeartbeatReader reader(Path place) {
            return sound.reader(place);
        }

        @Override
        public void remove(Path place) {
            sound.remove(place);
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    private static class ForwardingWriter implements HeartbeatWriter {
        final HeartbeatWriter sound;

        ForwardingWriter(HeartbeatWriter sound) {
            this.sound = sound;
        }

        @Override
        public long write(Bytes payload) {
            return sound.write(payload);
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    private static class ForwardingReader implements HeartbeatReader {
        final HeartbeatReader sound;

        ForwardingReader(HeartbeatReader sound) {
            this.sound = sound;
        }

        @Override
        public Reading read() {
            return sound.read();
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    private static final class CountsFromZero extends Forwarding {
        CountsFromZero(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatWriter writer(Path place, WriterIdentity self) {
            return new ForwardingWriter(sound.writer(place, self)) {
                @Override
                public long write(Bytes payload) {
                    return super.write(payload) - 1;
                }
            };
        }
    }

    private static final class GoesBack extends Forwarding {
        GoesBack(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatReader reader(Path place) {
            AtomicReference<Reading> first = new AtomicReference<>();
            return new ForwardingReader(sound.reader(place)) {
                @Override
                public Reading read() {
                    Reading now = super.read();
                    return first.compareAndSet(null, now) ? now : first.get();
                }
            };
        }
    }

    private static final class ThrowsWhenNone extends Forwarding {
        ThrowsWhenNone(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatReader reader(Path place) {
            return new ForwardingReader(sound.reader(place)) {
                @Override
                public Reading read() {
                    Reading reading = super.read();
                    if (reading instanceof NoHeartbeat none) {
                        throw new EngineException(Category.UNAVAILABLE, none.detail());
                    }
                    return reading;
                }
            };
        }
    }

    private static final class OlderWriterBack extends Forwarding {
        OlderWriterBack(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatWriter writer(Path place, WriterIdentity self) {
            return new HeartbeatWriter() {
                @Override
                public long write(Bytes payload) {
                    try (HeartbeatWriter again = sound.writer(place, self)) {
                        return again.write(payload);
                    }
                }

                @Override
                public void close() {}
            };
        }
    }

    private static final class CutsPayloads extends Forwarding {
        CutsPayloads(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatWriter writer(Path place, WriterIdentity self) {
            return new ForwardingWriter(sound.writer(place, self)) {
                @Override
                public long write(Bytes payload) {
                    byte[] bytes = new byte[payload.length()];
                    payload.buffer().get(bytes);
                    return super.write(Bytes.of(Arrays.copyOf(bytes, Math.min(bytes.length, MAX_PAYLOAD_BYTES))));
                }
            };
        }
    }

    private static final class ForgetsOnClose extends Forwarding {
        ForgetsOnClose(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatWriter writer(Path place, WriterIdentity self) {
            return new ForwardingWriter(sound.writer(place, self)) {
                @Override
                public void close() {
                    super.close();
                    ForgetsOnClose.this.sound.remove(place);
                }
            };
        }
    }

    private static final class OneThread extends Forwarding {
        OneThread(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatReader reader(Path place) {
            Thread owner = Thread.currentThread();
            return new ForwardingReader(sound.reader(place)) {
                @Override
                public Reading read() {
                    if (Thread.currentThread() != owner) {
                        throw new IllegalStateException("read by another thread");
                    }
                    return super.read();
                }
            };
        }
    }

    private static final class ReadsAfterClose extends Forwarding {
        ReadsAfterClose(Heartbeats sound) {
            super(sound);
        }

        @Override
        public HeartbeatReader reader(Path place) {
            Beat last = new Beat(new WriterIdentity(1, 1, 1), 1, Bytes.empty());
            return new ForwardingReader(sound.reader(place)) {
                @Override
                public Reading read() {
                    try {
                        return super.read();
                    } catch (IllegalStateException closed) {
                        return last;
                    }
                }
            };
        }
    }
}
