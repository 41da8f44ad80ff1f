package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
    private static final int MOST = 1_000;

    private final List<Object> got = new ArrayList<>();
    private final FrameReader reader = new FrameReader(MOST, new FrameReader.Sink() {
        @Override
        public void onData(ByteBuffer frame) {
            assertThat(frame.isReadOnly()).isTrue();
            got.add(Bytes.of(frame));
        }

        @Override
        public void onReceived(long frames) {
            got.add(frames);
        }

        @Override
        public void onBye() {
            got.add("bye");
        }
    });

    private String feed(byte... packet) {
        return reader.feed(new UnsafeBuffer(packet), 0, packet.length);
    }

    private static byte[] message(int kind, byte... content) {
        return ByteBuffer.allocate(MessageHeader.BYTES + content.length)
                .putInt(MessageHeader.of(kind, content.length))
                .put(content)
                .array();
    }

    private static byte[] header(int header) {
        return ByteBuffer.allocate(MessageHeader.BYTES).putInt(header).array();
    }

    @Test
    void eachKindIsHanded() {
        assertThat(feed(message(MessageHeader.DATA, (byte) 1, (byte) 2))).isNull();
        assertThat(feed(message(
                        MessageHeader.RECEIVED,
                        ByteBuffer.allocate(8).putLong(77).array())))
                .isNull();
        assertThat(feed(message(MessageHeader.HELLO, (byte) 1))).isNull();
        assertThat(feed(message(MessageHeader.BYE))).isNull();

        assertThat(got).containsExactly(Bytes.of((byte) 1, (byte) 2), 77L, "bye");
    }

    /** O-44: wherever a message is cut into packets. */
    @Test
    void aMessageMayBeCutAtEveryPlaceBehindItsHeader() {
        byte[] message = message(MessageHeader.DATA, "0123456789".getBytes());
        for (int cut = MessageHeader.BYTES; cut < message.length; cut++) {
            assertThat(feed(Arrays.copyOf(message, cut))).isNull();
            assertThat(feed(Arrays.copyOfRange(message, cut, message.length))).isNull();
        }

        assertThat(got).hasSize(10).containsOnly(Bytes.utf8("0123456789"));
    }

    /** O-46: a length is looked at before there is room for it. */
    @ParameterizedTest
    @ValueSource(ints = {0, MOST + 1, MessageHeader.MOST})
    void aLengthThatNoFrameHasIsAProblem(int length) {
        assertThat(feed(header(MessageHeader.of(MessageHeader.DATA, length)))).contains(length + " bytes");
        assertThat(got).isEmpty();
    }

    @Test
    void otherThingsThatAreNoMessageAreProblems() {
        assertThat(feed((byte) 1, (byte) 2, (byte) 3)).contains("3 bytes");
        assertThat(feed(header(MessageHeader.of(9, 1)))).contains("kind 9");
        assertThat(feed(header(MessageHeader.of(MessageHeader.RECEIVED, 7)))).contains("7 bytes");
        assertThat(feed(header(MessageHeader.of(MessageHeader.BYE, 1)))).contains("kind 5");
    }

    @Test
    void aPacketThatIsLongerThanItsMessageIsAProblem() {
        byte[] message = message(MessageHeader.DATA, (byte) 1, (byte) 2);
        message[3] = 1;

        assertThat(feed(message)).contains("longer than its message");
        assertThat(got).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noiseThrowsNothing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            FrameReader fresh = new FrameReader(MOST, new Nobody());

            String problem = fresh.feed(new UnsafeBuffer(noise), 0, noise.length);

            boolean short0 = noise.length < MessageHeader.BYTES;
            assertThat(problem == null || !problem.isBlank()).isTrue();
            assertThat(!short0 || problem != null)
                    .as("too short to be a message")
                    .isTrue();
        }
    }

    private static final class Nobody implements FrameReader.Sink {
        @Override
        public void onData(ByteBuffer frame) {
            assertThat(frame.remaining()).isBetween(1, MOST);
        }

        @Override
        public void onReceived(long frames) {
            // Any number may come.
        }

        @Override
        public void onBye() {
            // It may.
        }
    }
}
