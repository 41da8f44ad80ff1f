package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
    private static final int MOST = 1_000;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Shown shown = new Shown();
    private final FrameReader reader = new FrameReader(allocator, MOST, shown);

    /** O-44 */
    @Test
    void everyKindOfFrameCutAtEveryByteIsReadAsItWasSent() {
        byte[] stream = stream(data("a"), received(7), data("bcd"), data("x".repeat(MOST)), received(Long.MAX_VALUE));
        List<String> sent = List.of("a", "#7", "bcd", "x".repeat(MOST), "#" + Long.MAX_VALUE);
        for (int cut = 0; cut <= stream.length; cut++) {
            Shown pieces = new Shown();
            FrameReader cutReader = new FrameReader(allocator, MOST, pieces);

            assertThat(cutReader.feed(Unpooled.copiedBuffer(stream, 0, cut))).isNull();
            assertThat(cutReader.feed(Unpooled.copiedBuffer(stream, cut, stream.length - cut)))
                    .isNull();

            assertThat(pieces.words).as("cut at %d", cut).isEqualTo(sent);
            assertThat(cutReader.keptBytes()).isZero();
        }
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void everythingComesByteByByte() {
        byte[] stream = stream(data("abc"), received(9), data("d"));
        for (byte next : stream) {
            assertThat(reader.feed(Unpooled.wrappedBuffer(new byte[] {next}))).isNull();
        }

        assertThat(shown.words).containsExactly("abc", "#9", "d");
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void cutsAtRandomDoNotMatter(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> sent = new ArrayList<>();
        ByteBuf stream = Unpooled.buffer();
        for (int number = 0; number < 500; number++) {
            String word = number + "x".repeat(random.nextInt(MOST - 3));
            sent.add(word);
            stream.writeBytes(data(word));
        }
        while (stream.isReadable()) {
            int piece = Math.min(stream.readableBytes(), 1 + random.nextInt(2_500));
            assertThat(reader.feed(stream.readSlice(piece))).as("seed %d", seed).isNull();
        }

        assertThat(shown.words).as("seed %d", seed).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, -1, 0, MOST + 1, 0x10000007, 0x10000009, 0x20000001, Integer.MIN_VALUE})
    void aHostileHeaderIsAProblemBeforeAnythingIsAllocated(int header) {
        ByteBuffer bytes = ByteBuffer.allocate(4).putInt(header).flip();

        assertThat(reader.feed(Unpooled.wrappedBuffer(bytes))).isNotBlank();
        assertThat(reader.feed(Unpooled.copiedBuffer(data("more"))))
                .as("nothing is read any more")
                .isNull();
        assertThat(shown.words).isEmpty();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FFFFFFF, -1, 0, MOST + 1})
    void aHostileHeaderThatComesInPiecesIsAProblemToo(int header) {
        byte[] bytes = ByteBuffer.allocate(4).putInt(header).array();

        assertThat(reader.feed(Unpooled.copiedBuffer(data("good")))).isNull();
        assertThat(reader.feed(Unpooled.copiedBuffer(bytes, 0, 3))).isNull();
        assertThat(reader.feed(Unpooled.copiedBuffer(bytes, 3, 1))).isNotBlank();
        reader.close();

        assertThat(shown.words).containsExactly("good");
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void nothingIsShownOnceTheSinkHasEnough() {
        shown.enough = 1;

        assertThat(reader.feed(Unpooled.copiedBuffer(stream(data("a"), data("b"), data("c")))))
                .isNull();

        assertThat(shown.words).containsExactly("a");
    }

    @Test
    void whatASinkDoesToItsViewDoesNotReachTheNextFrame() {
        shown.spoils = true;

        reader.feed(Unpooled.copiedBuffer(stream(data("ab"), received(3), data("cd"))));

        assertThat(shown.words).containsExactly("ab", "#3", "cd");
    }

    @Test
    void closingInTheMiddleOfAFrameReleasesIt() {
        reader.feed(Unpooled.copiedBuffer(data("abc"), 0, 5));
        assertThat(reader.keptBytes()).isEqualTo(5);

        reader.close();

        assertThat(reader.keptBytes()).isZero();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    private static byte[] data(String word) {
        Bytes bytes = Bytes.utf8(word);
        return ByteBuffer.allocate(4 + bytes.length())
                .putInt(bytes.length())
                .put(bytes.toArray())
                .array();
    }

    private static byte[] received(long count) {
        return ByteBuffer.allocate(12).putInt(0x10000008).putLong(count).array();
    }

    private static byte[] stream(byte[]... frames) {
        ByteBuf all = Unpooled.buffer();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    private static final class Shown implements FrameReader.Sink {
        final List<String> words = new ArrayList<>();
        int enough = Integer.MAX_VALUE;
        boolean spoils;

        @Override
        public boolean onData(ByteBuffer frame) {
            assertThat(frame.isReadOnly()).isTrue();
            words.add(Bytes.of(frame).utf8());
            if (spoils) {
                frame.order(ByteOrder.LITTLE_ENDIAN).limit(frame.position()).position(0);
            }
            return words.size() < enough;
        }

        @Override
        public void onReceived(long frames) {
            words.add("#" + frames);
        }
    }
}
