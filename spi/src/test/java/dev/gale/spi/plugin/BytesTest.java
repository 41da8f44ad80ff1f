package dev.gale.spi.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class BytesTest {
    @Test
    void isEqualByContentAndKeepsNoneOfTheArrays() {
        byte[] source = {1, 2, 3};
        Bytes bytes = Bytes.of(source);
        source[0] = 9;
        bytes.toArray()[1] = 9;

        assertThat(bytes)
                .isEqualTo(Bytes.of(new byte[] {1, 2, 3}))
                .hasSameHashCodeAs(Bytes.of((byte) 1, (byte) 2, (byte) 3));
        assertThat(bytes.buffer().isReadOnly()).isTrue();
    }

    @Test
    void copiesWhatLiesBetweenPositionAndLimit() {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}).position(1).limit(3);

        assertThat(Bytes.of(buffer).toArray()).containsExactly(2, 3);
        assertThat(buffer.position()).isEqualTo(1);
    }

    @Test
    void showsItsLengthOnly() {
        assertThat(Bytes.utf8("canary")).hasToString("6 bytes");
        assertThat(Bytes.utf8("canary").utf8()).isEqualTo("canary");
    }
}
